/** Words that cancel a hash of the state must not make two states one. */
public class ConstantsOfTheHash {
    static final class Box {
        long first, second, third, fourth;
    }

    static volatile int turn, other;

    public static void main(String[] args) throws InterruptedException {
        Box box = new Box();
        Thread turner = new Thread(() -> turn = 1);
        turner.start();
        box.first = turn == 0 ? 1 : 2;
        box.second = 3;
        box.third = 0xd6e8feb86659fd93L;
        box.fourth = 0x9e3779b97f4a7c15L;
        turner.join();
        Thread later = new Thread(() -> other = 3);
        later.start();
        other = 2;
        later.join();
        assert box.first == 1; //~ assertion-failure
    }
}
