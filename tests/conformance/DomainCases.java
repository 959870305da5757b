//@ cases
//@ jdk: 11
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.concurrent.Callable;

/** Where classes come from: found by a built-in loader, or defined from bytes. */
public class DomainCases {
    public static void main(String[] args) throws Exception {
        Cases.run(DomainCases.class);
    }

    public static class Coin {
    }

    static class Mint extends ClassLoader {
        Mint(ClassLoader parent) {
            super(parent);
        }

        Class<?> coin(ProtectionDomain domain) throws Exception {
            try (InputStream in = DomainCases.class.getResourceAsStream("DomainCases$Coin.class")) {
                byte[] bytes = in.readAllBytes();
                return domain == null
                        ? defineClass("DomainCases$Coin", bytes, 0, bytes.length)
                        : defineClass("DomainCases$Coin", bytes, 0, bytes.length, domain);
            }
        }
    }

    private static void tell(String what, Class<?> type) {
        ProtectionDomain domain = type.getProtectionDomain();
        CodeSource source = domain.getCodeSource();
        URL location = source == null ? null : source.getLocation();
        String path = location == null ? "nowhere" : location.getProtocol() + (location.getPath().endsWith("/") ? " folder" : "");
        boolean ours = location != null && location.equals(here());
        System.out.println(what + ": " + (source == null ? "no source" : path) + (ours ? ", here" : "") + ", "
                + (domain.getClassLoader() == type.getClassLoader()) + " " + (domain == type.getProtectionDomain()) + " "
                + domain.getPrincipals().length);
    }

    private static URL here() {
        return DomainCases.class.getProtectionDomain().getCodeSource().getLocation();
    }

    static void foundByTheClassPath() {
        tell("program", DomainCases.class);
        tell("member", Coin.class);
        Runnable lambda = () -> { };
        tell("lambda", lambda.getClass());
        tell("array", Coin[].class);
        System.out.println(DomainCases.class.getProtectionDomain() == Mint.class.getProtectionDomain());
        System.out.println(lambda.getClass().getProtectionDomain() == Mint.class.getProtectionDomain());
        System.out.println(DomainCases.class.getResource("DomainCases.class").toString().equals(here() + "DomainCases.class"));
        System.out.println(DomainCases.class.getResource("/").equals(here()) + " " + DomainCases.class.getResource(".").equals(here()));
        System.out.println(DomainCases.class.getPackage().getImplementationVersion() + " " + DomainCases.class.getSigners());
        System.out.println(DomainCases.class.getModule() == DomainCases.class.getClassLoader().getUnnamedModule());
    }

    static void ofTheLibrary() throws Exception {
        tell("string", String.class);
        tell("int", int.class);
        tell("sql", Class.forName("java.sql.Date"));
        System.out.println(Class.forName("java.sql.Date").getProtectionDomain().getCodeSource());
        System.out.println(Class.forName("java.sql.Date").getClassLoader() == ClassLoader.getPlatformClassLoader());
        System.out.println(Class.forName("java.net.http.HttpClient").getProtectionDomain().getCodeSource());
    }

    static void proxies() {
        Object proxy = java.lang.reflect.Proxy.newProxyInstance(DomainCases.class.getClassLoader(),
                new Class<?>[] {Runnable.class}, (self, method, arguments) -> null);
        tell("proxy", proxy.getClass());
    }

    static void definedFromBytes() throws Exception {
        tell("plain", new Mint(DomainCases.class.getClassLoader()).coin(null));
        tell("same", new Mint(DomainCases.class.getClassLoader()).coin(DomainCases.class.getProtectionDomain()));
        CodeSource source = new CodeSource(new URL("file:/mint/"), (Certificate[]) null);
        Class<?> coin = new Mint(DomainCases.class.getClassLoader()).coin(new ProtectionDomain(source, null));
        tell("own", coin);
        System.out.println(coin.getProtectionDomain().getCodeSource());
    }

    static void foundByUrl() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {here()}, null)) {
            Class<?> coin = loader.loadClass("DomainCases$Coin");
            tell("url", coin);
            System.out.println(coin == Coin.class);
            System.out.println(coin.getProtectionDomain() == Coin.class.getProtectionDomain());
            System.out.println(loader.getResource("DomainCases.class").equals(DomainCases.class.getResource("DomainCases.class")));
        }
    }

    private static void find(String what, Callable<Class<?>> search) {
        try {
            System.out.println(what + ": " + search.call().getName());
        } catch (Throwable missing) {
            System.out.println(what + ": " + missing.getClass());
        }
    }

    static void loadersThatDoNotKnowTheClassPath() {
        for (String name : new String[] {"DomainCases$Coin", "[LDomainCases$Coin;", "java.util.List", "no.Such"}) {
            find("null", () -> Class.forName(name, false, null));
            find("platform", () -> Class.forName(name, false, ClassLoader.getPlatformClassLoader()));
            find("platform's", () -> ClassLoader.getPlatformClassLoader().loadClass(name));
            find("of null", () -> Class.forName(name, false, new Mint(null)));
            find("of null's", () -> new Mint(null).loadClass(name));
            find("program's", () -> ClassLoader.getSystemClassLoader().loadClass(name));
        }
    }
}
