import java.lang.reflect.Method;

public class ArgumentsOfAReflectiveCallAreWritten {
    static final Object[] ARGUMENTS = {"a", "b"};

    public static void join(String left, String right) {
        assert left != null && right != null;
    }

    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        Method join = ArgumentsOfAReflectiveCallAreWritten.class.getMethod("join", String.class, String.class);
        Thread writer = new Thread(() -> ARGUMENTS[1] = "c"); //~ data-race "Object[1]"
        writer.start();
        join.invoke(null, ARGUMENTS);
        writer.join();
    }
}
