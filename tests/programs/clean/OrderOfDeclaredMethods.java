import java.lang.reflect.Method;

// No order is specified, and virtual machines differ in it.
public class OrderOfDeclaredMethods {
    interface Loom {
        void warp();

        void weft();
    }

    //@ assumes: seeded-random
    public static void main(String[] args) {
        Method[] methods = Loom.class.getDeclaredMethods();
        assert methods[0].getName().equals("warp");
    }
}
