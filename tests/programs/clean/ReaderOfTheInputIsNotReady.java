import java.io.IOException;
import java.io.InputStreamReader;

// As ReadsEmptyInput; the reader asks whether something is there.
public class ReaderOfTheInputIsNotReady {
    //@ assumes: empty-input
    public static void main(String[] args) throws IOException {
        assert !new InputStreamReader(System.in).ready();
    }
}
