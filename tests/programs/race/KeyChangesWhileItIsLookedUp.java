import java.util.concurrent.ConcurrentHashMap;

// After the look-up nobody but its thread has the map: the look-up is not visible any more, what it reads of the key is.
public class KeyChangesWhileItIsLookedUp {
    static class Key {
        int id;

        Key(int id) {
            this.id = id;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return id == ((Key) other).id; //~ data-race "id"
        }
    }

    public static void main(String[] args) {
        ConcurrentHashMap<Key, String> names = new ConcurrentHashMap<>();
        Key key = new Key(1);
        names.put(key, "one");
        new Thread(() -> names.get(new Key(2))).start();
        key.id = 3;
    }
}
