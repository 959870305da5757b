// In the first run that is explored the reader has ended when the write comes.
public class ReaderHasEndedBeforeTheWrite {
    static class Box {
        int value = 1;
    }

    public static void main(String[] args) {
        Box box = new Box();
        new Thread(() -> System.out.println(box.value)).start(); //~ data-race "value"
        box.value = 2;
    }
}
