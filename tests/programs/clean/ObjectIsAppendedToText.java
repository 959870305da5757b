// The text of an object contains its hash code, and two objects may have the same.
public class ObjectIsAppendedToText {
    //@ assumes: seeded-random
    static String textOf(Object object) {
        return new StringBuilder("made: ").append(object).toString();
    }

    public static void main(String[] args) {
        assert !textOf(new Object()).equals(textOf(new Object()));
    }
}
