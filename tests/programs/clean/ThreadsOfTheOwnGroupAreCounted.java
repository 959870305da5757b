// The group of `main` has only the program's threads: nothing is assumed of the machine.
public class ThreadsOfTheOwnGroupAreCounted {
    public static void main(String[] args) {
        assert Thread.activeCount() == 1;
    }
}
