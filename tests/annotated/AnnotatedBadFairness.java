import dropwire.*;

/** What an annotation says has no meaning. */
@Ltl(value = "<> size > 0", fairness = "very")
public class AnnotatedBadFairness {
    static int size;

    public static void main(String[] args) {
        size = 1;
    }
}
