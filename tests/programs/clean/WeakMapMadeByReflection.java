import java.util.Map;
import java.util.WeakHashMap;

// As WeakMapComputesAValue; the map is made by a reflective constructor.
public class WeakMapMadeByReflection {
    //@ assumes: no-reference-clearing
    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws ReflectiveOperationException {
        Map<Object, Object> lengths = WeakHashMap.class.getConstructor().newInstance();
        lengths.put(new String("ink"), 3);
        assert lengths.size() == 1;
    }
}
