import java.util.ListResourceBundle;
import java.util.ResourceBundle;

/** Two threads ask for the same bundle of texts at the same time: it is made by one of them, and both find the texts. */
public class BundlesOfTwoThreads {
    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"greeting", "hello"}};
        }
    }

    static void use() {
        assert ResourceBundle.getBundle("BundlesOfTwoThreads$Texts").getString("greeting").equals("hello");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(BundlesOfTwoThreads::use);
        other.start();
        use();
        other.join();
    }
}
