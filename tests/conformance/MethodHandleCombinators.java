import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

public class MethodHandleCombinators {
    static String join(Object a, Object b, Object c) {
        return a + "," + b + "," + c;
    }

    static int sum(int... xs) {
        return Arrays.stream(xs).sum();
    }

    static boolean isBig(int x) {
        return x > 100;
    }

    static String big(int x) {
        return "big " + x;
    }

    static String small(int x) {
        return "small " + x;
    }

    static int addTo(int a, int b) {
        return a + b;
    }

    static String handler(IllegalStateException e, int x) {
        return "caught " + e.getMessage() + " at " + x;
    }

    static String fails(int x) {
        if (x < 0) throw new IllegalStateException("negative");
        return "fine " + x;
    }

    static int step(int acc, int i) {
        return acc + i;
    }

    static void note(String s) {
        System.out.println("note " + s);
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        Class<?> me = MethodHandleCombinators.class;
        MethodType three = MethodType.methodType(String.class, Object.class, Object.class, Object.class);
        MethodHandle join = l.findStatic(me, "join", three);
        System.out.println(MethodHandles.insertArguments(join, 1, "B").invoke("A", "C"));
        System.out.println(MethodHandles.dropArguments(join, 0, int.class).invoke(5, "a", "b", "c"));
        System.out.println(MethodHandles.permuteArguments(join, three, 2, 0, 1).invoke("a", "b", "c"));
        MethodHandle upper = l.findVirtual(String.class, "toUpperCase", MethodType.methodType(String.class));
        MethodHandle concat = l.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        System.out.println((String) MethodHandles.filterArguments(concat, 0, upper, upper).invokeExact("ab", "cd"));
        MethodHandle length = l.findVirtual(String.class, "length", MethodType.methodType(int.class));
        System.out.println((int) MethodHandles.filterReturnValue(concat, length).invokeExact("abc", "de"));
        System.out.println((String) MethodHandles.foldArguments(
                MethodHandles.dropArguments(concat, 0, int.class), MethodHandles.dropArguments(length, 1, String.class)).invokeExact("q", "r"));
        MethodHandle isBig = l.findStatic(me, "isBig", MethodType.methodType(boolean.class, int.class));
        MethodHandle big = l.findStatic(me, "big", MethodType.methodType(String.class, int.class));
        MethodHandle small = l.findStatic(me, "small", MethodType.methodType(String.class, int.class));
        MethodHandle guarded = MethodHandles.guardWithTest(isBig, big, small);
        System.out.println((String) guarded.invokeExact(1000) + " " + (String) guarded.invokeExact(1));
        MethodHandle sum = l.findStatic(me, "sum", MethodType.methodType(int.class, int[].class));
        System.out.println(sum.isVarargsCollector() + " " + sum.invoke(1, 2, 3) + " " + sum.invoke());
        System.out.println((int) sum.asCollector(int[].class, 2).invokeExact(4, 5));
        System.out.println(join.asSpreader(Object[].class, 2).invoke("x", new Object[] {"y", "z"}));
        System.out.println(join.invokeWithArguments(List.of(1, 2L, 'c')));
        System.out.println((int) MethodHandles.constant(int.class, 17).invokeExact());
        System.out.println(MethodHandles.identity(String.class).invoke("same"));
        MethodHandle fails = l.findStatic(me, "fails", MethodType.methodType(String.class, int.class));
        MethodHandle handler = l.findStatic(me, "handler", MethodType.methodType(String.class, IllegalStateException.class, int.class));
        MethodHandle caught = MethodHandles.catchException(fails, IllegalStateException.class, handler);
        System.out.println(caught.invoke(3) + " " + caught.invoke(-3));
        MethodHandle thrower = MethodHandles.throwException(int.class, ArithmeticException.class);
        try {
            int x = (int) thrower.invokeExact(new ArithmeticException("thrown"));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle step = l.findStatic(me, "step", MethodType.methodType(int.class, int.class, int.class));
        MethodHandle loop = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 0), step);
        System.out.println((int) loop.invoke());
        MethodHandle add = l.findStatic(me, "addTo", MethodType.methodType(int.class, int.class, int.class));
        System.out.println((int) MethodHandles.explicitCastArguments(add, MethodType.methodType(byte.class, double.class, long.class)).invoke(3.9, 4L));
        System.out.println((int) MethodHandles.collectArguments(add, 1, add).invokeExact(1, 2, 3));
        System.out.println(MethodHandles.exactInvoker(add.type()).invoke(add, 8, 9));
        System.out.println(MethodHandles.invoker(add.type()).invoke(add, 8, 10));
        System.out.println((int) MethodHandles.spreadInvoker(add.type(), 0).invoke(add, new Object[] {1, 6}));
        MethodHandle note = l.findStatic(me, "note", MethodType.methodType(void.class, String.class));
        MethodHandle finallyed = MethodHandles.tryFinally(small, MethodHandles.dropArguments(
                MethodHandles.identity(String.class), 0, Throwable.class));
        System.out.println((String) finallyed.invoke(6));
        note.invokeExact("done");
        System.out.println(MethodHandles.zero(long.class).invoke() + " " + MethodHandles.empty(MethodType.methodType(String.class, int.class)).invoke(3));
        MethodType t = MethodType.methodType(int.class, String.class, long[].class);
        System.out.println(t + " " + t.erase() + " " + t.wrap() + " " + t.generic() + " " + t.toMethodDescriptorString());
        System.out.println(MethodType.fromMethodDescriptorString("(IJ)Ljava/lang/String;", null) + " " + t.equals(MethodType.methodType(int.class, String.class, long[].class)));
        Iterator<String> it = List.of("p", "q").iterator();
        MethodHandle next = l.findVirtual(Iterator.class, "next", MethodType.methodType(Object.class)).bindTo(it);
        System.out.println(next.invoke() + "" + next.invoke());
        MethodHandle table = MethodHandles.iteratedLoop(null, MethodHandles.constant(int.class, 0),
                l.findStatic(me, "count", MethodType.methodType(int.class, int.class, String.class, List.class)));
        System.out.println((int) table.invoke(List.of("a", "bb", "ccc")));
    }

    static int count(int acc, String s, List<String> all) {
        return acc + s.length() * all.size();
    }
}
