/** Calls a method of a class with arguments given as text, and prints the class of what it throws. */
public class Reproduce {
    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> of = Class.forName(args[0]);
        for (java.lang.reflect.Method method : of.getDeclaredMethods()) {
            if (method.getName().equals(args[1])) {
                Class<?>[] types = method.getParameterTypes();
                Object[] values = new Object[types.length];
                for (int i = 0; i < types.length; i++) {
                    values[i] = value(types[i], args[i + 2]);
                }
                try {
                    method.invoke(of.getDeclaredConstructor().newInstance(), values);
                } catch (java.lang.reflect.InvocationTargetException thrown) {
                    System.out.print(thrown.getCause().getClass().getName());
                }
            }
        }
    }

    private static Object value(Class<?> type, String text) {
        if (type == int.class) {
            return Integer.valueOf(text);
        }
        if (type == long.class) {
            return Long.valueOf(text);
        }
        if (type == short.class) {
            return Short.valueOf(text);
        }
        if (type == byte.class) {
            return Byte.valueOf(text);
        }
        if (type == boolean.class) {
            return Boolean.valueOf(text);
        }
        if (type == float.class) {
            return Float.valueOf(text);
        }
        if (type == double.class) {
            return Double.valueOf(text);
        }
        return text.length() == 1 ? text.charAt(0) : (char) Integer.parseInt(text.substring(2), 16);
    }
}
