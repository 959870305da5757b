//@ findings: 2
public class PublishedThroughArraySlotThenChanged {
    static class Box {
        int value;
    }

    public static void main(String[] args) {
        Box[] slots = new Box[1];
        new Thread(() -> {
            Box box = new Box();
            slots[0] = box; //~ data-race
            box.value = 1; //~ data-race "value"
        }).start();
        Box found = slots[0];
        if (found != null) {
            found.value = 2;
        }
    }
}
