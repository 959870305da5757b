import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.ArrayList;
import java.util.List;

public class MethodHandlesOfEveryKind {
    private int number = 7;
    static long total = 40L;
    String word;

    MethodHandlesOfEveryKind() {}

    MethodHandlesOfEveryKind(String word, int number) {
        this.word = word;
        this.number = number;
    }

    static int twice(int x) {
        return 2 * x;
    }

    double scaled(double by, long more) {
        return number * by + more;
    }

    private String secret(String s) {
        return s + "/" + number;
    }

    interface Shape {
        double area();

        default String described() {
            return "area " + area();
        }
    }

    record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    static class Base {
        String who() {
            return "base";
        }
    }

    static class Derived extends Base {
        String who() {
            return "derived";
        }

        String parent() throws Throwable {
            MethodHandle up = MethodHandles.lookup().findSpecial(Base.class, "who", MethodType.methodType(String.class), Derived.class);
            return (String) up.invokeExact(this);
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle twice = lookup.findStatic(MethodHandlesOfEveryKind.class, "twice", MethodType.methodType(int.class, int.class));
        System.out.println((int) twice.invokeExact(21) + " " + twice.type());
        System.out.println((Object) twice.invoke((short) 4));
        System.out.println(twice.invokeWithArguments(5));
        MethodHandle scaled = lookup.findVirtual(MethodHandlesOfEveryKind.class, "scaled", MethodType.methodType(double.class, double.class, long.class));
        MethodHandlesOfEveryKind me = new MethodHandlesOfEveryKind();
        System.out.println((double) scaled.invokeExact(me, 1.5, 3L));
        System.out.println(scaled.bindTo(me).invoke(2, 1));
        MethodHandle secret = lookup.findVirtual(MethodHandlesOfEveryKind.class, "secret", MethodType.methodType(String.class, String.class));
        System.out.println((String) secret.invokeExact(me, "x"));
        MethodHandle make = lookup.findConstructor(MethodHandlesOfEveryKind.class, MethodType.methodType(void.class, String.class, int.class));
        MethodHandlesOfEveryKind made = (MethodHandlesOfEveryKind) make.invokeExact("w", 12);
        System.out.println(made.word + made.number);
        MethodHandle get = lookup.findGetter(MethodHandlesOfEveryKind.class, "number", int.class);
        MethodHandle set = lookup.findSetter(MethodHandlesOfEveryKind.class, "number", int.class);
        set.invokeExact(me, 99);
        System.out.println((int) get.invokeExact(me));
        MethodHandle getTotal = lookup.findStaticGetter(MethodHandlesOfEveryKind.class, "total", long.class);
        MethodHandle setTotal = lookup.findStaticSetter(MethodHandlesOfEveryKind.class, "total", long.class);
        setTotal.invokeExact(41L);
        System.out.println((long) getTotal.invokeExact());
        MethodHandle area = lookup.findVirtual(Shape.class, "area", MethodType.methodType(double.class));
        System.out.println((double) area.invokeExact((Shape) new Square(3)));
        MethodHandle described = lookup.findVirtual(Shape.class, "described", MethodType.methodType(String.class));
        System.out.println((String) described.invoke(new Square(2)));
        System.out.println(new Derived().parent());
        MethodHandle length = lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
        System.out.println((int) length.invokeExact("four"));
        MethodHandle add = lookup.findVirtual(List.class, "add", MethodType.methodType(boolean.class, Object.class));
        List<String> list = new ArrayList<>();
        System.out.println((boolean) add.invoke(list, "e") + " " + list);
        MethodHandle element = MethodHandles.arrayElementGetter(int[].class);
        MethodHandle put = MethodHandles.arrayElementSetter(int[].class);
        int[] array = {1, 2, 3};
        put.invokeExact(array, 1, 20);
        System.out.println((int) element.invokeExact(array, 1));
        System.out.println((int) MethodHandles.arrayLength(int[].class).invokeExact(array));
        System.out.println(((int[]) MethodHandles.arrayConstructor(int[].class).invokeExact(4)).length);
        System.out.println(lookup.unreflect(String.class.getMethod("trim")).invoke("  t "));
        System.out.println(lookup.revealDirect(twice));
        try {
            int wrong = (int) twice.invokeExact("no");
            System.out.println(wrong);
        } catch (WrongMethodTypeException e) {
            System.out.println("wrong: " + e.getMessage());
        }
        try {
            lookup.findStatic(MethodHandlesOfEveryKind.class, "absent", MethodType.methodType(void.class));
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
        try {
            MethodHandles.publicLookup().findVirtual(MethodHandlesOfEveryKind.class, "secret", MethodType.methodType(String.class, String.class));
        } catch (IllegalAccessException e) {
            System.out.println("no access");
        }
        try {
            MethodHandle nothing = null;
            nothing.invoke();
        } catch (NullPointerException e) {
            System.out.println("null handle");
        }
        System.out.println(twice.asType(MethodType.methodType(Object.class, Object.class)).invoke((Object) 8));
        MethodHandle thrower = lookup.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class));
        try {
            System.out.println((int) thrower.invokeExact("x1"));
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
