//@ jdk: 17
import java.lang.reflect.Field;

// `Field.set`: a final field of a record is never written, with `setAccessible` neither.
public class RecordIsNotChangedByReflection {
    record Price(int cents, String text) {
    }

    static class Mutable {
        final int cents;

        Mutable(int cents) {
            this.cents = cents;
        }
    }

    static boolean isRefused(String name, Object value) throws NoSuchFieldException {
        Field field = Price.class.getDeclaredField(name);
        field.setAccessible(true);
        try {
            field.set(new Price(1, ""), value);
            return false;
        } catch (IllegalAccessException e) {
            return true;
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        assert isRefused("cents", 2);
        assert isRefused("text", "two");
        Field field = Mutable.class.getDeclaredField("cents");
        field.setAccessible(true);
        Mutable mutable = new Mutable(1);
        field.setInt(mutable, 2);
        assert field.getInt(mutable) == 2;
    }
}
