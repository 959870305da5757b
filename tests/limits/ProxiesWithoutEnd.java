import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;

public class ProxiesWithoutEnd {
    public static void main(String[] args) throws Exception {
        while (true) {
            ClassLoader loader = new URLClassLoader(new URL[0], ProxiesWithoutEnd.class.getClassLoader());
            Class<?>[] interfaces = {Runnable.class};
            Object made = Proxy.newProxyInstance(loader, interfaces, (proxy, method, values) -> null);
            ((Runnable) made).run();
        }
    }
}
