// The constructor refuses what is made up for it: nothing ran, so nothing is verified.
//@ target: object
//@ verdict: incomplete
//@ reason: the object could not be made
public class NoArgumentIsGoodEnough {
    private int used;

    public NoArgumentIsGoodEnough(int capacity) {
        if (capacity < 10) {
            throw new IllegalArgumentException("too small");
        }
    }

    public void use() {
        used++;
    }
}
