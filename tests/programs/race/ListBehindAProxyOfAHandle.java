import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;

/** No frame of the program has the list when two threads clear it: the proxy that they run has. */
//@ jdk: 11
public class ListBehindAProxyOfAHandle {
    static Runnable clearing() throws ReflectiveOperationException {
        MethodType nothing = MethodType.methodType(void.class);
        MethodHandle clear = MethodHandles.lookup().findVirtual(ArrayList.class, "clear", nothing);
        return MethodHandleProxies.asInterfaceInstance(Runnable.class, clear.bindTo(new ArrayList<>()));
    }

    public static void main(String[] args) throws Exception {
        Runnable clears = clearing();
        Thread first = new Thread(clears);
        first.start();
        clears.run(); //~ data-race "modCount"
        //~| data-race "size"
        first.join();
    }
}
