// Hardly any memory is reachable at any time: it ends at the time limit, whatever the memory limit is.
public class MakesGarbageForEver {
    static int made;

    public static void main(String[] args) {
        while (true) {
            StringBuilder text = new StringBuilder();
            text.append(made++);
            text.toString();
        }
    }
}
