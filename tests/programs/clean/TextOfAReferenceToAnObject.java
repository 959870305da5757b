import java.util.concurrent.atomic.AtomicReference;

// As ObjectIsAppendedToText; a reference to the object has the same text.
public class TextOfAReferenceToAnObject {
    //@ assumes: seeded-random
    static String textOf(Object object) {
        return new AtomicReference<>(object).toString();
    }

    public static void main(String[] args) {
        assert !textOf(new Object()).equals(textOf(new Object()));
    }
}
