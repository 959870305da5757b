import java.lang.reflect.Proxy;

/** Two threads ask for proxies of different interfaces: the names of their classes are numbered in the order in
 * which they come up, so that one name stands for either on other paths, which is
 * nobody's business. */
public class ProxiesOfTwoThreads {
    interface First {
        int one();
    }

    interface Second {
        int two();
    }

    static Object proxy(Class<?> of, int answer) {
        return Proxy.newProxyInstance(of.getClassLoader(), new Class<?>[] {of}, (self, method, arguments) -> answer);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert ((First) proxy(First.class, 1)).one() == 1;
        });
        other.start();
        assert ((Second) proxy(Second.class, 2)).two() == 2;
        other.join();
    }
}
