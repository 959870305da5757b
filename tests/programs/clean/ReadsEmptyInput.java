import java.io.IOException;

public class ReadsEmptyInput {
    //@ assumes: empty-input
    public static void main(String[] args) throws IOException {
        assert System.in.read() < 0;
    }
}
