//@ jdk: 11
public class SpinsForAFlagNobodySets {
    static volatile boolean go;

    public static void main(String[] args) {
        while (!go) Thread.onSpinWait(); //~ infinite-loop
    }
}
