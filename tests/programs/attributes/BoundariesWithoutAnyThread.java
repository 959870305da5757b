// Nobody else lives: only the level `always` makes boundaries here.
public class BoundariesWithoutAnyThread {
    //@ set: vm.por.attributes=BoundariesWithoutAnyThread.add=always
    static int count;

    static void add() {
        count++;
    }

    public static void main(String[] args) {
        add();
        add();
        add();
        assert count == 3;
    }
}
