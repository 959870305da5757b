import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;

/** Each proxy class is one of its loader: what an instruction of it means, the loader says anew on each path. */
public class ProxiesOfManyLoaders {
    static int calls;

    public static void main(String[] args) {
        InvocationHandler counts = (proxy, method, values) -> calls++;
        for (int i = 0; i < 30; i++) {
            ClassLoader loader = new URLClassLoader(new URL[0], ProxiesOfManyLoaders.class.getClassLoader());
            Object made = Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, counts);
            ((Runnable) made).run();
        }
        assert calls == 30;
    }
}
