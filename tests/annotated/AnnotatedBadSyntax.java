import dropwire.*;

/** What an annotation says has no meaning. */
@Always("size >")
public class AnnotatedBadSyntax {
    static int size;

    public static void main(String[] args) {
        size = 1;
    }
}
