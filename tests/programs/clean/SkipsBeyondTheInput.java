import java.io.IOException;

// There is nothing, and a file may be skipped beyond its end. Of a pipe nothing can be skipped.
public class SkipsBeyondTheInput {
    //@ assumes: empty-input
    public static void main(String[] args) throws IOException {
        assert System.in.skip(1) == 1;
    }
}
