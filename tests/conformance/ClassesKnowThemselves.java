//@ jdk: 17
public class ClassesKnowThemselves {
    interface Marker { }

    static final class Leaf extends Thread implements Marker { }

    enum Tiny { ONE }

    record Rec(int x) { }

    public static void main(String[] args) {
        Class<?>[] classes = {ClassesKnowThemselves.class, Leaf.class, Marker.class, Tiny.class, Rec.class, int.class, void.class, int[].class, String[][].class, Override.class};
        for (Class<?> c : classes) {
            System.out.println(c + " " + c.getSimpleName() + " " + c.isInterface() + c.isArray() + c.isPrimitive() + c.isEnum() + c.isRecord() + " "
                + c.getSuperclass() + " " + c.getTypeName() + " " + c.getPackageName());
        }
        Object leaf = new Leaf();
        System.out.println((leaf.getClass() == Leaf.class) + " " + Thread.class.isInstance(leaf) + " " + Marker.class.isAssignableFrom(Leaf.class) + " " + Leaf.class.isAssignableFrom(Marker.class)
            + " " + Object[].class.isAssignableFrom(String[].class) + " " + Number.class.isAssignableFrom(int.class));
        System.out.println(Marker.class.cast(leaf) == leaf);
        try {
            Tiny.class.cast(leaf);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Tiny.class.getEnumConstants().length + " " + Leaf.class.getEnclosingClass().getSimpleName() + " " + int[].class.getComponentType() + " " + Tiny.ONE.getClass().hashCode() % 1);
    }
}
