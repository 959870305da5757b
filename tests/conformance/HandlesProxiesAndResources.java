import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

/** Handles, proxies and the JDK's own resources, through calls that Java 8 answers by means of its own. */
public class HandlesProxiesAndResources {
    interface Shape { double area(); default String tell() { return "area " + area(); } }
    static int twice(int a) { return 2*a; }
    int f = 5; int add(int b) { return f + b; }
    static void step(String name, java.util.concurrent.Callable<Object> c) { try { System.out.println(name + ": " + c.call()); } catch (MissingResourceException e) { System.out.println(name + ": no such bundle"); } catch (Throwable t) { System.out.println(name + " threw " + t); } }
    public static void main(String[] a) throws Exception {
        MethodHandles.Lookup l = MethodHandles.lookup();
        step("static", () -> { try { return l.findStatic(HandlesProxiesAndResources.class, "twice", MethodType.methodType(int.class, int.class)).invoke(4); } catch (Throwable t) { throw new Exception(t); } });
        step("virtual", () -> { try { return (int) l.findVirtual(HandlesProxiesAndResources.class, "add", MethodType.methodType(int.class, int.class)).invokeExact(new HandlesProxiesAndResources(), 4); } catch (Throwable t) { throw new Exception(t); } });
        step("getter", () -> { try { return l.findGetter(HandlesProxiesAndResources.class, "f", int.class).invoke(new HandlesProxiesAndResources()); } catch (Throwable t) { throw new Exception(t); } });
        step("constructor", () -> { try { return l.findConstructor(StringBuilder.class, MethodType.methodType(void.class, String.class)).invoke("x").toString(); } catch (Throwable t) { throw new Exception(t); } });
        step("bind", () -> { try { return l.bind("abc", "length", MethodType.methodType(int.class)).invoke(); } catch (Throwable t) { throw new Exception(t); } });
        step("insert", () -> { try { return MethodHandles.insertArguments(l.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)), 1, "!").invoke("hi"); } catch (Throwable t) { throw new Exception(t); } });
        step("filter", () -> { try { MethodHandle m = l.findStatic(HandlesProxiesAndResources.class, "twice", MethodType.methodType(int.class, int.class)); return MethodHandles.filterReturnValue(m, m).invoke(3); } catch (Throwable t) { throw new Exception(t); } });
        step("guard", () -> { try { MethodHandle m = l.findVirtual(String.class, "isEmpty", MethodType.methodType(boolean.class)); return MethodHandles.guardWithTest(m, MethodHandles.dropArguments(MethodHandles.constant(String.class, "empty"), 0, String.class), MethodHandles.identity(String.class)).invoke("full"); } catch (Throwable t) { throw new Exception(t); } });
        step("unreflect", () -> { try { return l.unreflect(HandlesProxiesAndResources.class.getDeclaredMethod("twice", int.class)).invokeWithArguments(21); } catch (Throwable t) { throw new Exception(t); } });
        step("catch", () -> { try { MethodHandle m = l.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class)); return MethodHandles.catchException(m, NumberFormatException.class, MethodHandles.dropArguments(MethodHandles.constant(int.class, -1), 0, NumberFormatException.class)).invoke("x"); } catch (Throwable t) { throw new Exception(t); } });
        step("spread", () -> { try { return l.findStatic(Math.class, "max", MethodType.methodType(int.class, int.class, int.class)).asSpreader(Object[].class, 2).invoke(new Object[]{3, 9}); } catch (Throwable t) { throw new Exception(t); } });
        step("collect", () -> { try { return ((List<?>) l.findStatic(Arrays.class, "asList", MethodType.methodType(List.class, Object[].class)).invoke("a", "b")).size(); } catch (Throwable t) { throw new Exception(t); } });
        step("arrayElement", () -> { try { return (int) MethodHandles.arrayElementGetter(int[].class).invoke(new int[]{7,8}, 1); } catch (Throwable t) { throw new Exception(t); } });
        step("missing", () -> { try { return l.findStatic(HandlesProxiesAndResources.class, "thrice", MethodType.methodType(int.class, int.class)); } catch (NoSuchMethodException t) { return t.getMessage(); } });
        step("reveal", () -> { return l.revealDirect(l.findVirtual(HandlesProxiesAndResources.class, "add", MethodType.methodType(int.class, int.class))).getName(); });
        step("revealUnreflected", () -> { return l.revealDirect(l.unreflect(HandlesProxiesAndResources.class.getDeclaredMethod("twice", int.class))).toString(); });
        step("revealConstructor", () -> l.revealDirect(l.unreflectConstructor(String.class.getConstructor(String.class))).getMethodType());
        step("setter", () -> { try { HandlesProxiesAndResources r = new HandlesProxiesAndResources(); l.unreflectSetter(HandlesProxiesAndResources.class.getDeclaredField("f")).invoke(r, 9); return r.f; } catch (Throwable t) { throw new Exception(t); } });
        step("reflectAs", () -> l.revealDirect(l.findVirtual(String.class, "length", MethodType.methodType(int.class))).reflectAs(Method.class, l));
        step("proxy", () -> ((Shape) Proxy.newProxyInstance(HandlesProxiesAndResources.class.getClassLoader(), new Class<?>[]{Shape.class}, (p, m, args) -> m.getName().equals("area") ? (Object) 2.5 : m.getName())).area());
        step("proxyTell", () -> ((Shape) Proxy.newProxyInstance(HandlesProxiesAndResources.class.getClassLoader(), new Class<?>[]{Shape.class}, (p, m, args) -> m.getName())).tell());
        step("asInterface", () -> ((java.util.function.IntUnaryOperator) MethodHandleProxies.asInterfaceInstance(java.util.function.IntUnaryOperator.class, l.findStatic(HandlesProxiesAndResources.class, "twice", MethodType.methodType(int.class, int.class)))).applyAsInt(8));
        step("resource", () -> String.class.getResource("String.class") != null);
        step("resourceStream", () -> { java.io.InputStream in = Object.class.getResourceAsStream("Object.class"); int n = 0; n = in.read() << 8 | in.read(); in.close(); return Integer.toHexString(n); });
        step("systemResource", () -> ClassLoader.getSystemResource("java/lang/Object.class") != null);
        step("missingResource", () -> String.class.getResource("nothing.txt"));
        step("bundle", () -> ResourceBundle.getBundle("sun.security.util.Resources").getKeys().hasMoreElements());
        step("bundleProps", () -> ResourceBundle.getBundle("sun.launcher.resources.launcher").containsKey("java.launcher.opt.header"));
        step("logging", () -> ResourceBundle.getBundle("sun.util.logging.resources.logging").getString("SEVERE"));
        step("currency", () -> Currency.getInstance("EUR").getSymbol(Locale.US) + grouped());
        step("date", () -> new java.text.SimpleDateFormat("EEE d MMM yyyy", Locale.US).format(new Date(0)));
        step("dateDe", () -> new java.text.SimpleDateFormat("EEEE d. MMMM yyyy", Locale.GERMANY).format(new Date(0)));
        step("package", () -> String.class.getPackage().getName() + " " + HandlesProxiesAndResources.class.getPackage());
    }
    static String grouped() { return java.text.NumberFormat.getInstance(Locale.GERMANY).format(1234567.891); }
}
