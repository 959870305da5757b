import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Two threads read different annotations at the same time: each gets a proxy, whose class takes the next number. */
public class AnnotationsReadByTwoThreads {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Label {
        String value() default "none";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Limits {
        int[] value();
    }

    @Label
    static class Box {
    }

    @Limits({1, 2})
    static class Crate {
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert Box.class.getAnnotation(Label.class).value().equals("none");
        });
        other.start();
        assert Crate.class.getAnnotation(Limits.class).value().length == 2;
        other.join();
    }
}
