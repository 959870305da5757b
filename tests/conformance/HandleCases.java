//@ cases
//@ jdk: 17
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VolatileCallSite;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

public class HandleCases {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    int number;
    final int constant = 9;
    volatile String text = "t";
    static long total;

    HandleCases() {
    }

    HandleCases(int number) {
        this.number = number;
    }

    public static void main(String[] args) throws Exception {
        Cases.run(HandleCases.class);
    }

    private static MethodType type(Class<?> result, Class<?>... parameters) {
        return MethodType.methodType(result, parameters);
    }

    /** The message holds a module's identity hash. */
    private static void refused(Cases.Body body) {
        try {
            body.run();
        } catch (Throwable thrown) {
            Cases.show(thrown.getClass());
        }
    }

    private int add(int n) {
        return number + n;
    }

    private static String join(String separator, Object... parts) {
        return String.join(separator, Arrays.stream(parts).map(String::valueOf).toList());
    }

    static void findingOfEveryKind() throws Throwable {
        HandleCases it = (HandleCases) LOOKUP.findConstructor(HandleCases.class, type(void.class, int.class)).invokeExact(5);
        MethodHandle add = LOOKUP.findVirtual(HandleCases.class, "add", type(int.class, int.class));
        MethodHandle special = LOOKUP.findSpecial(Object.class, "hashCode", type(int.class), HandleCases.class);
        MethodHandle statics = LOOKUP.findStatic(Math.class, "max", type(int.class, int.class, int.class));
        MethodHandle getter = LOOKUP.findGetter(HandleCases.class, "number", int.class), setter = LOOKUP.findSetter(HandleCases.class, "number", int.class);
        setter.invoke(it, 6);
        Cases.show((int) add.invokeExact(it, 3), (int) getter.invoke(it), (int) statics.invokeExact(3, 9), (int) special.invoke(it) == System.identityHashCode(it), add.type(), add.bindTo(it).type(), LOOKUP.findStaticGetter(HandleCases.class, "total", long.class).invoke());
        Cases.attempt(() -> LOOKUP.findVirtual(String.class, "none", type(void.class)));
        Cases.attempt(() -> LOOKUP.findStatic(String.class, "length", type(int.class)));
        refused(() -> MethodHandles.publicLookup().findVirtual(HandleCases.class, "add", type(int.class, int.class)));
        refused(() -> LOOKUP.findSetter(HandleCases.class, "constant", int.class));
    }

    static void exactnessOfInvocation() throws Throwable {
        MethodHandle max = LOOKUP.findStatic(Math.class, "max", type(long.class, long.class, long.class));
        Cases.show((long) max.invoke(1, 2), (Object) max.invoke((byte) 1, 'a'), max.invokeWithArguments(3, 4L));
        Cases.attempt(() -> (long) max.invokeExact(1, 2));
        Cases.attempt(() -> (int) max.invoke(1, 2));
        Cases.attempt(() -> max.invoke("a", 2L));
        Cases.attempt(() -> max.invokeWithArguments(1));
        Cases.attempt(() -> max.invoke((Object) null, 1L));
    }

    static void conversions() throws Throwable {
        MethodHandle length = LOOKUP.findVirtual(String.class, "length", type(int.class));
        Cases.show((Object) length.asType(type(Object.class, Object.class)).invoke((Object) "four"), (double) length.asType(type(double.class, String.class)).invokeExact("xx"), MethodHandles.explicitCastArguments(length, type(byte.class, Object.class)).invoke((Object) "abc"));
        Cases.attempt(() -> length.asType(type(byte.class, String.class)));
        Cases.attempt(() -> length.asType(type(Object.class, Object.class)).invoke((Object) 5));
        Cases.attempt(() -> (int) MethodHandles.identity(Object.class).asType(type(int.class, Object.class)).invokeExact((Object) null));
    }

    static void collectorsAndSpreaders() throws Throwable {
        MethodHandle join = LOOKUP.findStatic(HandleCases.class, "join", type(String.class, String.class, Object[].class));
        Cases.show(join.invoke("-", 1, 'c', null), join.invoke("-"), join.isVarargsCollector(), join.asFixedArity().invoke("+", new Object[] {1, 2}), join.asCollector(Object[].class, 2).invoke("/", "a", "b"), join.asCollector(Object[].class, 3).asSpreader(Object[].class, 3).invoke("|", new Object[] {7, 8, 9}));
        Cases.attempt(() -> join.asCollector(Object[].class, 2).asSpreader(Object[].class, 2).invoke("|", new Object[1]));
        Cases.show(join.withVarargs(false).isVarargsCollector(), MethodHandles.arrayConstructor(int[].class).invoke(2).getClass(), MethodHandles.arrayLength(int[].class).invoke(new int[4]));
    }

    static void combinators() throws Throwable {
        MethodHandle concat = LOOKUP.findVirtual(String.class, "concat", type(String.class, String.class));
        MethodHandle upper = LOOKUP.findVirtual(String.class, "toUpperCase", type(String.class));
        MethodHandle isEmpty = LOOKUP.findVirtual(String.class, "isEmpty", type(boolean.class));
        Cases.show(MethodHandles.filterArguments(concat, 1, upper).invoke("a", "b"), MethodHandles.filterReturnValue(concat, upper).invoke("a", "b"), MethodHandles.insertArguments(concat, 1, "!").invoke("x"), MethodHandles.dropArguments(upper, 0, int.class, long.class).invoke(1, 2L, "d"),
            MethodHandles.permuteArguments(concat, type(String.class, String.class, int.class, String.class), 2, 0).invoke("first", 0, "second"), MethodHandles.foldArguments(concat, upper).invoke("f"),
            MethodHandles.guardWithTest(isEmpty, MethodHandles.dropArguments(MethodHandles.constant(String.class, "was empty"), 0, String.class), upper).invoke(""), MethodHandles.collectArguments(concat, 0, concat).invoke("1", "2", "3"),
            MethodHandles.zero(int.class).invoke(), MethodHandles.empty(type(String.class, int.class)).invoke(3), MethodHandles.dropReturn(upper).type());
    }

    private static int fails(int n) {
        if (n == 0) throw new IllegalArgumentException("zero");
        return 10 / (n - 1);
    }

    private static int handles(Exception e, int n) {
        return -n - e.getClass().getSimpleName().length();
    }

    static void exceptionHandlers() throws Throwable {
        MethodHandle fails = LOOKUP.findStatic(HandleCases.class, "fails", type(int.class, int.class));
        MethodHandle handles = LOOKUP.findStatic(HandleCases.class, "handles", type(int.class, Exception.class, int.class));
        MethodHandle caught = MethodHandles.catchException(fails, Exception.class, handles);
        Cases.show((int) caught.invokeExact(0), (int) caught.invokeExact(1), (int) caught.invokeExact(6));
        MethodHandle cleanup = LOOKUP.findStatic(HandleCases.class, "cleanup", type(int.class, Throwable.class, int.class, int.class));
        MethodHandle tried = MethodHandles.tryFinally(fails, cleanup);
        Cases.attempt(() -> (int) tried.invokeExact(0));
        Cases.attempt(() -> (int) tried.invokeExact(3));
        Cases.attempt(() -> MethodHandles.throwException(int.class, Error.class).invoke(new Error("thrown")));
    }

    private static int cleanup(Throwable t, int result, int n) {
        Cases.show("cleanup", t, result, n);
        return result + 1;
    }

    private static int step(int sum, int n) {
        return sum + n;
    }

    static void loops() throws Throwable {
        MethodHandle step = LOOKUP.findStatic(HandleCases.class, "step", type(int.class, int.class, int.class));
        MethodHandle counted = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 100), step);
        MethodHandle range = MethodHandles.countedLoop(MethodHandles.constant(int.class, 2), MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 0), step);
        Cases.show((int) counted.invoke(), (int) range.invoke());
        MethodHandle more = LOOKUP.findStatic(HandleCases.class, "more", type(boolean.class, int.class));
        MethodHandle twice = LOOKUP.findStatic(HandleCases.class, "twice", type(int.class, int.class));
        Cases.show((int) MethodHandles.whileLoop(MethodHandles.constant(int.class, 1), more, twice).invoke(), (int) MethodHandles.doWhileLoop(MethodHandles.constant(int.class, 200), twice, more).invoke());
        MethodHandle iterated = MethodHandles.iteratedLoop(null, MethodHandles.constant(int.class, 0), LOOKUP.findStatic(HandleCases.class, "sum", type(int.class, int.class, Integer.class)).asType(type(int.class, int.class, Integer.class)));
        Cases.show((int) iterated.invoke((Iterable<Integer>) List.of(1, 2, 3)));
    }

    private static boolean more(int n) {
        return n < 100;
    }

    private static int twice(int n) {
        return n * 2;
    }

    private static int sum(int n, Integer m) {
        return n + m;
    }

    static void callSites() throws Throwable {
        MutableCallSite site = new MutableCallSite(MethodHandles.constant(String.class, "one"));
        MethodHandle invoker = site.dynamicInvoker();
        Object before = invoker.invoke();
        site.setTarget(MethodHandles.constant(String.class, "two"));
        MutableCallSite.syncAll(new MutableCallSite[] {site});
        Cases.show(before, invoker.invoke(), new ConstantCallSite(invoker).type(), new VolatileCallSite(type(int.class)).getTarget().type());
        Cases.attempt(() -> {
            site.setTarget(MethodHandles.constant(int.class, 1));
            return 0;
        });
        Cases.attempt(() -> new MutableCallSite(type(int.class)).getTarget().invoke());
        SwitchPoint valve = new SwitchPoint();
        MethodHandle guarded = valve.guardWithTest(MethodHandles.constant(int.class, 1), MethodHandles.constant(int.class, 2));
        int open = (int) guarded.invokeExact();
        SwitchPoint.invalidateAll(new SwitchPoint[] {valve});
        Cases.show(open, (int) guarded.invokeExact(), valve.hasBeenInvalidated());
    }

    static void methodTypes() {
        MethodType t = type(String.class, int.class, long[].class);
        Cases.show(t, t.toMethodDescriptorString(), t.wrap(), t.generic(), t.erase(), t.changeReturnType(void.class), t.insertParameterTypes(1, char.class), t.dropParameterTypes(0, 1), t == type(String.class, int.class, long[].class), MethodType.fromMethodDescriptorString("(ILjava/util/List;)[J", null), MethodType.genericMethodType(2, true), t.hasPrimitives(), t.lastParameterType());
        Cases.attempt(() -> type(int.class, void.class));
        Cases.attempt(() -> MethodType.fromMethodDescriptorString("(I", null));
    }

    static void unreflecting() throws Throwable {
        Cases.show(LOOKUP.unreflect(String.class.getMethod("substring", int.class)).invoke("abc", 1), LOOKUP.unreflectConstructor(StringBuilder.class.getConstructor(String.class)).invoke("sb"), LOOKUP.unreflectGetter(HandleCases.class.getDeclaredField("constant")).invoke(new HandleCases()),
            LOOKUP.revealDirect(LOOKUP.findVirtual(String.class, "length", type(int.class))), LOOKUP.lookupClass().getSimpleName(), LOOKUP.in(String.class).lookupModes() < LOOKUP.lookupModes(), MethodHandles.privateLookupIn(HandleCases.class, LOOKUP).hasPrivateAccess());
        refused(() -> MethodHandles.privateLookupIn(String.class, LOOKUP));
        Cases.attempt(() -> MethodHandles.reflectAs(java.lang.reflect.Method.class, LOOKUP.findVirtual(String.class, "trim", type(String.class))));
    }

    @SuppressWarnings("unchecked")
    static void interfacesFromHandles() throws Throwable {
        MethodHandle length = LOOKUP.findVirtual(String.class, "length", type(int.class));
        CallSite site = LambdaMetafactory.metafactory(LOOKUP, "apply", type(Function.class), type(Object.class, Object.class), length, type(Integer.class, String.class));
        Cases.show(((Function<String, Integer>) site.getTarget().invoke()).apply("12345"));
        java.util.concurrent.Callable<String> c = MethodHandleProxies.asInterfaceInstance(java.util.concurrent.Callable.class, MethodHandles.constant(String.class, "proxied"));
        Cases.show(c.call(), MethodHandleProxies.isWrapperInstance(c));
    }

    static void varHandlesOfFields() throws Throwable {
        VarHandle number = LOOKUP.findVarHandle(HandleCases.class, "number", int.class), text = LOOKUP.findVarHandle(HandleCases.class, "text", String.class), sum = LOOKUP.findStaticVarHandle(HandleCases.class, "total", long.class);
        HandleCases it = new HandleCases();
        number.set(it, 3);
        Cases.show(number.getVolatile(it), number.getAndAdd(it, 4), number.getAndBitwiseOr(it, 8), number.getAndBitwiseAndAcquire(it, 12), number.getAndBitwiseXorRelease(it, 5), number.compareAndSet(it, 13, 1), number.get(it), number.getAndSet(it, 50), number.compareAndExchange(it, 50, 51), number.compareAndExchangeAcquire(it, 0, 9), number.getOpaque(it));
        number.setOpaque(it, 1);
        number.setRelease(it, 2);
        number.setVolatile(it, 3);
        Cases.show(number.weakCompareAndSetPlain(it, 3, 4), number.weakCompareAndSet(it, 4, 5), number.getAcquire(it), text.getAndSet(it, "u"), text.compareAndExchangeRelease(it, "u", "v"), it.text, sum.getAndAdd(5L), (long) sum.get());
        Cases.attempt(() -> text.getAndAdd(it, "x"));
        Cases.attempt(() -> number.get("wrong"));
        Cases.attempt(() -> number.get((HandleCases) null));
        Cases.attempt(() -> (String) number.get(it));
        VarHandle constant = LOOKUP.findVarHandle(HandleCases.class, "constant", int.class);
        Cases.attempt(() -> {
            constant.set(it, 1);
            return 0;
        });
        Cases.show(number.varType(), number.coordinateTypes(), number.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD), constant.isAccessModeSupported(VarHandle.AccessMode.SET), number.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET));
    }

    static void varHandlesOfArrays() {
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class), objects = MethodHandles.arrayElementVarHandle(String[].class), bytes = MethodHandles.arrayElementVarHandle(byte[].class), doubles = MethodHandles.arrayElementVarHandle(double[].class);
        int[] a = {1, 2, 3};
        String[] s = {"a", null};
        byte[] b = {127};
        double[] d = {0.5, -0.0};
        Cases.show(ints.getAndAdd(a, 1, 5), ints.compareAndSet(a, 1, 7, 8), ints.getVolatile(a, 1), objects.compareAndSet(s, 1, null, "b"), objects.get(s, 1), bytes.getAndAdd(b, 0, (byte) 2), bytes.get(b, 0), bytes.getAndBitwiseXor(b, 0, (byte) 1), doubles.getAndAdd(d, 0, 0.25), doubles.compareAndSet(d, 1, 0.0, 9.0), doubles.get(d, 1));
        Cases.attempt(() -> ints.get(a, 3));
        Cases.attempt(() -> ints.get((int[]) null, 0));
        Cases.attempt(() -> {
            objects.set((Object) s, 0, (Object) 5);
            return 0;
        });
    }

    static void varHandlesOfBytes() {
        byte[] b = new byte[16];
        VarHandle ints = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN), longs = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN), shorts = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
        ints.set(b, 1, 0x01020304);
        longs.set(b, 8, 0x1122334455667788L);
        shorts.set(b, 6, (short) -2);
        Cases.show(Arrays.toString(b), Integer.toHexString((int) ints.get(b, 8)), longs.get(b, 0));
        Cases.attempt(() -> ints.get(b, 13));
        Cases.attempt(() -> ints.getVolatile(b, 1));
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocate(8);
        VarHandle view = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        view.set(buffer, 4, 77);
        Cases.show(buffer.getInt(4), (int) view.get(buffer, 4));
    }

    static void varHandleCombinators() throws Throwable {
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
        VarHandle exact = ints.withInvokeExactBehavior();
        int[] a = {5};
        Cases.show((int) exact.get(a, 0), exact.hasInvokeExactBehavior());
        Cases.attempt(() -> (Object) exact.get(a, 0));
        MethodHandle getter = ints.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD);
        Cases.show((int) getter.invokeExact(a, 0, 2), a[0], getter.type());
        VarHandle.fullFence();
        VarHandle.acquireFence();
        List<Object> modes = new ArrayList<>();
        for (VarHandle.AccessMode m : VarHandle.AccessMode.values()) if (!ints.isAccessModeSupported(m)) modes.add(m);
        Cases.show(modes, VarHandle.AccessMode.valueFromMethodName("getAndSet"));
    }

    static void hiddenClasses() throws Throwable {
        byte[] bytes = HandleCases.class.getResourceAsStream("HandleCases$Template.class").readAllBytes();
        MethodHandles.Lookup hidden = LOOKUP.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE);
        Object made = hidden.findConstructor(hidden.lookupClass(), type(void.class)).invoke();
        Cases.show(made, hidden.lookupClass().isHidden(), hidden.lookupClass().getName().startsWith("HandleCases$Template/"), hidden.lookupClass().getCanonicalName(), made instanceof Template, hidden.lookupClass() == LOOKUP.defineHiddenClass(bytes, false).lookupClass());
        Cases.attempt(() -> LOOKUP.defineClass(new byte[] {1, 2, 3}));
    }

    static class Template {
        static int made;

        Template() {
            made++;
        }

        @Override
        public String toString() {
            return "template " + made;
        }
    }
}
