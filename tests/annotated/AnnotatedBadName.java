import dropwire.*;

/** What an annotation says has no meaning. */
@Never("count < 0")
public class AnnotatedBadName {
    static int size;

    public static void main(String[] args) {
        size = 1;
    }
}
