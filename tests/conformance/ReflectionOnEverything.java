import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class ReflectionOnEverything {
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER})
    @Inherited
    @interface Info {
        String value() default "dflt";

        int[] numbers() default {1, 2};

        Class<?> type() default Object.class;

        Thread.State state() default Thread.State.NEW;

        Nested nested() default @Nested(3);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Nested {
        long value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Tags {
        Tag[] value();
    }

    @Info("on type")
    @Tag("one")
    @Tag("two")
    static abstract class Animal<T extends Comparable<T>> implements Comparable<Animal<T>> {
        protected T name;
        public static final int LEGS = 4;
        private transient volatile List<? super Integer>[] odd;

        protected Animal(T name) throws IllegalArgumentException {
            this.name = name;
        }

        @Info(numbers = {}, type = String.class, state = Thread.State.BLOCKED, nested = @Nested(9))
        public <X extends Exception> Map<String, ? extends T> find(@Info("p") int depth, T[] where, X x) throws X {
            return null;
        }

        private int hidden(int a, long b, String... rest) {
            return a + (int) b + rest.length;
        }

        static String greet(String who) {
            if (who.isEmpty()) throw new IllegalStateException("nobody");
            return "hello " + who;
        }
    }

    static final class Dog extends Animal<String> {
        Dog(String name) {
            super(name);
        }

        public int compareTo(Animal<String> o) {
            return name.compareTo(o.name);
        }
    }

    record Point(int x, @Info List<String> tags) {
        Point {
            if (x < 0) throw new IllegalArgumentException("x");
        }
    }

    sealed interface Fruit permits Apple {}

    record Apple() implements Fruit {}

    enum Level { LOW { int weight() { return 1; } }, HIGH { int weight() { return 2; } }; abstract int weight(); }

    interface Greeter {
        String greet(String name, int times);

        default String twice(String name) {
            return greet(name, 2);
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> c = Animal.class;
        System.out.println(c.getName() + " " + c.getSimpleName() + " " + Modifier.toString(c.getModifiers()) + " " + c.getTypeParameters()[0] + " " + Arrays.toString(c.getTypeParameters()[0].getBounds())
                + " " + Arrays.toString(c.getGenericInterfaces()) + " " + c.getEnclosingClass().getSimpleName() + " " + c.toGenericString());
        System.out.println(Dog.class.getGenericSuperclass() + " " + Dog.class.getAnnotation(Info.class).value() + " " + Dog.class.getDeclaredAnnotations().length + " " + c.getAnnotationsByType(Tag.class).length + " " + c.getAnnotation(Tags.class).value()[1].value());
        Method find = c.getMethod("find", int.class, Comparable[].class, Exception.class);
        System.out.println(find.toGenericString());
        System.out.println(find + " " + find.getAnnotation(Info.class).nested() + find.getAnnotation(Info.class).equals(find.getAnnotation(Info.class)) + " " + find.getParameterAnnotations()[0].length + " " + find.getGenericReturnType() + " " + Arrays.toString(find.getGenericParameterTypes()));
        Field odd = c.getDeclaredField("odd");
        System.out.println(odd.toGenericString() + " " + odd.getGenericType().getTypeName() + " " + Modifier.toString(odd.getModifiers()));
        Method hidden = c.getDeclaredMethod("hidden", int.class, long.class, String[].class);
        hidden.setAccessible(true);
        Dog dog = (Dog) Dog.class.getDeclaredConstructor(String.class).newInstance("rex");
        System.out.println(hidden.invoke(dog, 1, 2L, new String[] {"a", "b"}) + " " + hidden.isVarArgs() + " " + hidden.getParameterCount());
        Method greet = c.getDeclaredMethod("greet", String.class);
        System.out.println(greet.invoke(null, "you"));
        try {
            greet.invoke(null, "");
        } catch (InvocationTargetException e) {
            System.out.println("target: " + e.getCause());
        }
        for (Object[] bad : new Object[][] {{}, {5}}) {
            try {
                greet.invoke(null, bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        Field name = c.getDeclaredField("name");
        name.set(dog, "max");
        System.out.println(name.get(dog) + " " + c.getField("LEGS").getInt(null) + " " + dog.compareTo(new Dog("max")));
        try {
            c.getField("LEGS").setInt(null, 5);
        } catch (IllegalAccessException e) {
            System.out.println("final static");
        }
        try {
            c.getDeclaredConstructors()[0].newInstance("x");
        } catch (InstantiationException e) {
            System.out.println("abstract");
        }
        for (RecordComponent rc : Point.class.getRecordComponents()) System.out.println(rc + " " + rc.getGenericType() + " " + rc.getAccessor().invoke(new Point(4, List.of("t"))) + " " + rc.isAnnotationPresent(Info.class));
        try {
            Point.class.getDeclaredConstructor(int.class, List.class).newInstance(-1, null);
        } catch (InvocationTargetException e) {
            System.out.println(e.getTargetException());
        }
        System.out.println(Fruit.class.isSealed() + Arrays.toString(Fruit.class.getPermittedSubclasses()) + Point.class.isRecord() + Level.LOW.getClass().isEnum() + Level.LOW.getDeclaringClass().getSimpleName() + Level.valueOf("HIGH").weight() + Level.class.getEnumConstants().length);
        Greeter proxy = (Greeter) Proxy.newProxyInstance(ReflectionOnEverything.class.getClassLoader(), new Class<?>[] {Greeter.class, Runnable.class}, (p, m, a) -> switch (m.getName()) {
            case "greet" -> a[0] + "x" + a[1];
            case "toString" -> "proxy!";
            case "twice" -> "default";
            case "run" -> throw new java.io.IOException("checked");
            default -> null;
        });
        System.out.println(proxy.greet("n", 3) + proxy + proxy.twice("q") + Proxy.isProxyClass(proxy.getClass()) + (proxy instanceof Runnable));
        try {
            ((Runnable) proxy).run();
        } catch (UndeclaredThrowableException e) {
            System.out.println(e.getUndeclaredThrowable().getMessage());
        }
        Object array = Array.newInstance(int.class, 3);
        Array.setInt(array, 1, 5);
        System.out.println(Array.get(array, 1) + " " + Array.getLength(array) + " " + array.getClass().getComponentType() + " " + Array.newInstance(String.class, 2, 3).getClass().getName());
        List<String> names = new ArrayList<>();
        for (Method m : Dog.class.getDeclaredMethods()) names.add(m.getName() + m.getParameterTypes()[0].getSimpleName() + m.isBridge());
        Collections.sort(names);
        System.out.println(names + " " + Class.forName("[Ljava.lang.String;") + int.class + void.class.getName() + int[][].class.getTypeName() + Class.forName("java.util.Map$Entry").getSimpleName());
        try {
            Class.forName("no.Such");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
        Object anonymous = new Object() {
            int field = 1;
        };
        class Local {}
        System.out.println(anonymous.getClass().isAnonymousClass() + " " + Local.class.isLocalClass() + Local.class.getName() + Dog.class.isMemberClass() + anonymous.getClass().getEnclosingMethod().getName());
        System.out.println(Number.class.isAssignableFrom(Integer.class) + " " + Integer.class.isInstance(5) + " " + Integer.class.cast(7) + " " + ReflectionOnEverything.class.getPackageName().isEmpty() + Object.class.getSuperclass() + Runnable.class.isInterface() + String.class.getModule().getName());
        System.out.println(Arrays.asList(new ArrayList<Integer>() {}.getClass().getGenericSuperclass()) + " " + Modifier.toString(Point.class.getDeclaredConstructors()[0].getModifiers()) + Arrays.toString(Point.class.getDeclaredConstructors()[0].getParameters()));
    }
}
