import java.util.function.IntFunction;

public class TextAndLambdasInThreads {
    static void work(String name, IntFunction<String> label) {
        String text = "";
        for (int i = 0; i < 2; i++) {
            text += label.apply(i) + name + i + 'c' + 1.5;
        }
        assert text.length() == 2 * (name.length() + 7);
    }

    public static void main(String[] args) {
        String[] words = {"x", "yy"};
        for (String word : words) {
            new Thread(() -> work(word, i -> "n" + i)).start();
        }
    }
}
