import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;

/** Runs each static method of a class that is not private and takes nothing, in the order of names, under a headline. */
final class Cases {
    private Cases() {
    }

    static void run(Class<?> program) throws IllegalAccessException {
        Map<String, Method> cases = new TreeMap<>();
        for (Method method : program.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            boolean helper = Modifier.isPrivate(modifiers) || method.isSynthetic();
            if (!helper && Modifier.isStatic(modifiers) && method.getParameterTypes().length == 0) {
                cases.put(method.getName(), method);
            }
        }
        for (Method method : cases.values()) {
            System.out.println("== " + method.getName());
            try {
                method.invoke(null);
            } catch (InvocationTargetException thrown) {
                System.out.println("throws " + thrown.getCause());
            }
        }
    }

    /** Prints values on one line. */
    static void show(Object... values) {
        StringBuilder line = new StringBuilder();
        for (Object value : values) {
            line.append(line.length() == 0 ? "" : " | ").append(value);
        }
        System.out.println(line);
    }

    /** Something that may throw. */
    interface Body {
        Object run() throws Throwable;
    }

    /** Prints what a body returns or throws. */
    static void attempt(Body body) {
        try {
            show(body.run());
        } catch (Throwable thrown) {
            show(thrown);
        }
    }
}
