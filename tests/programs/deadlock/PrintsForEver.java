// The round is long, and what it prints is no part of a state.
public class PrintsForEver {
    public static void main(String[] args) {
        for (int i = 0; i >= 0; i = (i + 1) % 200) System.out.println(i); //~ infinite-loop
    }
}
