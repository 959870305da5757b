import java.io.IOException;

// As ReadsEmptyInput, without reading.
public class NothingIsAvailable {
    //@ assumes: empty-input
    public static void main(String[] args) throws IOException {
        assert System.in.available() == 0;
    }
}
