// Both arrays of the copy are shared; only the one that is written is in a race.
public class ArraycopyIntoAnArrayThatIsRead {
    static int[] target = new int[4];

    public static void main(String[] args) throws InterruptedException {
        int[] source = {1, 2, 3, 4};
        Thread copier = new Thread(() -> System.arraycopy(source, 0, target, 0, 4)); //~ data-race "int["
        copier.start();
        int seen = target[2];
        copier.join();
        assert seen >= 0 && source[0] == 1;
    }
}
