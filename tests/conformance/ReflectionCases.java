//@ cases
//@ jdk: 17
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class ReflectionCases {
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @Repeatable(Marks.class)
    @interface Mark {
        int value() default 7;

        String[] names() default {};

        Class<? extends Number> type() default Integer.class;

        ElementType kind() default ElementType.FIELD;

        long[] longs() default {1L};

        char letter() default '\'';

        double ratio() default 0.5;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Marks {
        Mark[] value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE_USE)
    @interface Used {
    }

    @Mark(1)
    @Mark(value = 2, names = {"a", "b"}, type = Long.class)
    static class Parent<T extends Number & Comparable<T>, U> {
        public T first;
        protected final List<? extends U> second = null;
        private static volatile int third = 3;
        transient U[] fourth;

        public Parent() {
        }

        private Parent(T first, int... rest) {
            this.first = first;
        }

        @Deprecated
        public <X extends Exception> Map<T, ? super X> find(List<@Used String> names, X[] errors) throws X {
            return null;
        }

        protected synchronized static final strictfp double compute(double x) {
            return x * third;
        }

        private String secret(String s, int n) {
            return s + n + first;
        }

        int overridden() {
            return 1;
        }
    }

    static class Child extends Parent<Integer, String> implements Comparable<Child> {
        @Override
        int overridden() {
            return 2;
        }

        @Override
        public int compareTo(Child o) {
            return 0;
        }

        void fails() throws Exception {
            throw new java.io.IOException("checked");
        }
    }

    public static void main(String[] args) throws Exception {
        Cases.run(ReflectionCases.class);
    }

    private static <T> List<String> names(T[] all, Function<T, Object> f) {
        return Arrays.stream(all).map(t -> "" + f.apply(t)).sorted().collect(Collectors.toList());
    }

    static void membersOfClasses() {
        Cases.show(names(Parent.class.getDeclaredMethods(), Method::toGenericString));
        Cases.show(names(Parent.class.getDeclaredFields(), Field::toGenericString));
        Cases.show(names(Parent.class.getDeclaredConstructors(), Constructor::toGenericString));
        Cases.show(names(Child.class.getDeclaredMethods(), m -> m + " " + m.isBridge() + m.isSynthetic() + m.isDefault()));
        Cases.show(names(Child.class.getFields(), Field::getName), names(Child.class.getMethods(), Method::getName).size());
    }

    static void namesOfClasses() {
        Runnable r = () -> { };
        Object anonymous = new Object() { };
        class Local {
        }
        for (Class<?> c : new Class<?>[] {int.class, int[].class, String[][].class, Map.Entry.class, Local.class, anonymous.getClass(), void.class, Mark.class, Thread.State.class})
            Cases.show(c.getName(), c.getSimpleName(), c.getCanonicalName(), c.getTypeName(), c.toGenericString(), Modifier.toString(c.getModifiers()), c.isPrimitive(), c.isAnnotation(), c.getPackageName(), c.descriptorString());
        Cases.show(r.getClass().isSynthetic(), r.getClass().isHidden(), r.getClass().getInterfaces().length);
    }

    static void findingClasses() {
        for (String name : new String[] {"java.lang.String", "[I", "[Ljava.lang.Object;", "int", "java/lang/String", "", "ReflectionCases$Child", "[Lnone;"}) Cases.attempt(() -> Class.forName(name));
        Cases.attempt(() -> Class.forName("ReflectionCases$Late", false, ReflectionCases.class.getClassLoader()).getName());
        Cases.attempt(() -> ReflectionCases.class.getClassLoader().loadClass("no.Such"));
        Cases.show(String.class.getClassLoader(), int[].class.componentType(), int.class.arrayType(), Child.class.getNestHost(), Child.class.isNestmateOf(Parent.class));
    }

    static class Late {
        static {
            Cases.show("must not run");
        }
    }

    static void genericTypes() throws Exception {
        Method find = Arrays.stream(Parent.class.getMethods()).filter(m -> m.getName().equals("find")).findFirst().get();
        ParameterizedType map = (ParameterizedType) find.getGenericReturnType();
        WildcardType wild = (WildcardType) map.getActualTypeArguments()[1];
        Cases.show(map.getRawType(), map.getOwnerType(), Arrays.toString(wild.getLowerBounds()), Arrays.toString(wild.getUpperBounds()), Arrays.toString(find.getGenericExceptionTypes()), Arrays.toString(find.getTypeParameters()[0].getBounds()));
        TypeVariable<?> t = Parent.class.getTypeParameters()[0];
        Cases.show(t, Arrays.toString(t.getBounds()), t.getGenericDeclaration(), ((GenericArrayType) Parent.class.getDeclaredField("fourth").getGenericType()).getGenericComponentType(), Child.class.getGenericSuperclass(), Arrays.toString(Child.class.getGenericInterfaces()));
        Cases.show(new ArrayList<Map<String, int[]>>() { }.getClass().getGenericSuperclass(), map.equals(find.getGenericReturnType()), map.hashCode() == find.getGenericReturnType().hashCode());
    }

    static void annotations() throws Exception {
        Mark[] marks = Parent.class.getAnnotationsByType(Mark.class);
        Cases.show(marks.length, marks[0].value(), marks[1].names().length, marks[1].type(), marks[0].letter(), marks[0].equals(Parent.class.getAnnotation(Marks.class).value()[0]), marks[0].hashCode() == marks[0].hashCode());
        Cases.show(marks[0].toString().replaceAll("\\s+", ""), marks[0].annotationType(), Child.class.isAnnotationPresent(Marks.class), Child.class.getDeclaredAnnotations().length);
        Cases.show(Mark.class.getMethod("value").getDefaultValue(), Arrays.toString((long[]) Mark.class.getMethod("longs").getDefaultValue()), Parent.class.getMethods().length > 5);
        Method find = Stream.of(Parent.class.getMethods()).filter(m -> m.getName().equals("find")).findFirst().get();
        AnnotatedType used = find.getAnnotatedParameterTypes()[0];
        Annotation deep = ((java.lang.reflect.AnnotatedParameterizedType) used).getAnnotatedActualTypeArguments()[0].getAnnotations()[0];
        Cases.show(find.isAnnotationPresent(Deprecated.class), find.getAnnotation(Deprecated.class).forRemoval(), deep.annotationType().getSimpleName());
        Mark copy = marks[1];
        copy.names()[0] = "changed";
        Cases.show(copy.names()[0]);
    }

    private static Class<?> sortOf(Cases.Body body) {
        try {
            body.run();
            return null;
        } catch (Throwable thrown) {
            return thrown.getClass();
        }
    }

    static void invoking() throws Exception {
        Method secret = Parent.class.getDeclaredMethod("secret", String.class, int.class);
        Child child = new Child();
        child.first = 4;
        secret.setAccessible(true);
        Cases.show(secret.invoke(child, "s", 5), secret.invoke(child, "s", (byte) 5), secret.invoke(child, null, 'c'));
        Cases.attempt(() -> secret.invoke(child, "s"));
        Cases.attempt(() -> secret.invoke(child, "s", 5L));
        Cases.attempt(() -> secret.invoke("not a parent", "s", 5));
        Cases.show(sortOf(() -> secret.invoke(null, "s", 5)), sortOf(() -> secret.invoke(child, "s", null)));
        Cases.show(Parent.class.getDeclaredMethod("overridden").invoke(child), Parent.class.getDeclaredMethod("compute", double.class).invoke(null, 2));
        Cases.attempt(() -> Child.class.getDeclaredMethod("fails").invoke(child));
        Cases.attempt(() -> String.class.getDeclaredMethod("none"));
        try {
            String.class.getDeclaredField("value").setAccessible(true);
        } catch (java.lang.reflect.InaccessibleObjectException e) {
            // The message ends in a module's identity hash.
            Cases.show(e.getMessage().replaceAll("@.*", ""));
        }
    }

    static void constructing() throws Exception {
        Constructor<?> c = Parent.class.getDeclaredConstructor(Number.class, int[].class);
        c.setAccessible(true);
        Cases.show(((Parent<?, ?>) c.newInstance(3, new int[] {1})).first, c.isVarArgs(), c.getParameterCount(), Arrays.toString(c.getParameters()));
        Cases.attempt(() -> c.newInstance(3));
        Cases.attempt(() -> Number.class.getDeclaredConstructor().newInstance());
        Cases.attempt(() -> Runnable.class.getDeclaredConstructor());
        Cases.attempt(() -> Thread.State.class.getDeclaredConstructors()[0].newInstance("X", 9));
        Cases.attempt(() -> Integer.class.getConstructor(String.class).newInstance("x"));
        Cases.show(Child.class.getDeclaredConstructor().newInstance().overridden());
    }

    static void fields() throws Exception {
        Child child = new Child();
        Field first = Parent.class.getField("first"), third = Parent.class.getDeclaredField("third"), second = Parent.class.getDeclaredField("second");
        first.set(child, 9);
        third.setAccessible(true);
        third.setInt(null, third.getInt(null) + 1);
        Cases.show(first.get(child), third.get(null), third.getLong(null), third.getDouble(null), second.getModifiers());
        third.setShort(null, (short) 3);
        Cases.attempt(() -> third.getByte(null));
        Cases.attempt(() -> {
            third.set(null, 5L);
            return 0;
        });
        Cases.attempt(() -> {
            first.set(child, "text");
            return first.get(child);
        });
        Cases.attempt(() -> first.get("wrong"));
        Cases.attempt(() -> first.get(null));
        second.setAccessible(true);
        second.set(child, List.of("forced"));
        Cases.show(second.get(child));
    }

    static void arrays() {
        Object a = Array.newInstance(long.class, 2);
        Array.setInt(a, 0, 5);
        Array.set(a, 1, (short) 6);
        Cases.show(Array.getLong(a, 0), Array.get(a, 1), Array.getLength(a), Array.getDouble(a, 1), ((Object[]) Array.newInstance(int[].class, 1, 2)).length);
        Cases.attempt(() -> Array.getInt(a, 0));
        Cases.attempt(() -> Array.get(a, 2));
        Cases.attempt(() -> Array.getLength("no"));
        Cases.attempt(() -> Array.newInstance(void.class, 1));
        Cases.attempt(() -> Array.newInstance(int.class, -1));
        Cases.attempt(() -> {
            Array.set(a, 0, "x");
            return 0;
        });
    }

    record Point(int x, @Mark(5) List<String> tags) {
    }

    static void records() throws Exception {
        for (RecordComponent c : Point.class.getRecordComponents()) Cases.show(c.getName(), c.getGenericType(), c.getGenericSignature(), c.getAccessor().invoke(new Point(1, List.of("t"))), c.getAnnotation(Mark.class) != null);
        Cases.show(Point.class.isRecord(), Child.class.isRecord(), Child.class.getRecordComponents(), Point.class.getDeclaredConstructors()[0].getParameters()[0].getName());
    }

    interface Greeter {
        String greet(String name);

        default String twice(String name) {
            return greet(name) + greet(name);
        }

        int number();
    }

    static void proxies() throws Throwable {
        InvocationHandler handler = (proxy, method, args) -> switch (method.getName()) {
            case "greet" -> "hi " + args[0];
            case "twice" -> InvocationHandler.invokeDefault(proxy, method, args);
            case "number" -> null;
            case "compare" -> "not an int";
            case "equals" -> proxy == args[0];
            case "hashCode" -> 77;
            case "toString" -> method.getDeclaringClass().getSimpleName();
            default -> throw new Exception("no " + method.getName());
        };
        Greeter g = (Greeter) Proxy.newProxyInstance(ReflectionCases.class.getClassLoader(), new Class<?>[] {Greeter.class, Comparator.class, AutoCloseable.class}, handler);
        Cases.show(g.greet("x"), g.twice("y"), g.equals(g), g.hashCode(), g.toString(), Proxy.getInvocationHandler(g) == handler, Modifier.toString(g.getClass().getModifiers()));
        Cases.attempt(g::number);
        Cases.attempt(() -> ((Comparator<Object>) (Object) g).compare(1, 2));
        Cases.attempt(() -> {
            ((AutoCloseable) g).close();
            return 0;
        });
        Cases.attempt(() -> Proxy.newProxyInstance(null, new Class<?>[] {String.class}, handler));
    }

    sealed interface Animal permits Cat, Dog {
    }

    static final class Cat implements Animal {
    }

    static non-sealed class Dog implements Animal {
    }

    static void sealedAndNested() {
        Cases.show(Animal.class.isSealed(), names(Animal.class.getPermittedSubclasses(), Class::getSimpleName), Dog.class.isSealed(), names(ReflectionCases.class.getDeclaredClasses(), Class::getSimpleName), Cat.class.getEnclosingClass(), Cat.class.getDeclaringClass());
        Object here = new Object() { };
        Cases.show(here.getClass().getEnclosingMethod(), here.getClass().isAnonymousClass(), here.getClass().getEnclosingConstructor());
    }

    static void casts() {
        Cases.show(Number.class.cast(5), Integer.class.isInstance(5L), Object[].class.isAssignableFrom(String[].class), int.class.isInstance(5), Comparable.class.isAssignableFrom(Child.class), Child.class.asSubclass(Parent.class));
        Cases.attempt(() -> Integer.class.cast("s"));
        Cases.attempt(() -> String.class.asSubclass(Number.class));
    }

    static void enumConstants() throws Exception {
        Object[] all = Thread.State.class.getEnumConstants();
        Cases.show(all.length, all[0], Child.class.getEnumConstants(), Enum.valueOf(Thread.State.class, "NEW"), Thread.State.class.getField("BLOCKED").get(null), Thread.State.class.getField("NEW").isEnumConstant());
        Cases.attempt(() -> Enum.valueOf(Thread.State.class, "OLD"));
    }

    static void modules() {
        Cases.show(String.class.getModule().getName(), ReflectionCases.class.getModule().isNamed(), String.class.getModule().isExported("java.lang"), String.class.getModule().isOpen("java.lang", ReflectionCases.class.getModule()), Object.class.getModule().getDescriptor().isOpen());
    }

    static void stackWalking() {
        Cases.show((Object) StackWalker.getInstance().walk(s -> s.limit(2).map(f -> f.getMethodName() + ":" + f.getClassName()).collect(Collectors.toList())));
        Cases.show(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getSimpleName().isEmpty());
        Cases.attempt(() -> StackWalker.getInstance().getCallerClass());
        Runnable r = () -> Cases.show((Object) StackWalker.getInstance().walk(s -> s.anyMatch(f -> f.getMethodName().equals("stackWalking"))));
        r.run();
    }
}
