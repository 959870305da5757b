import java.util.HashSet;
import java.util.Set;

public class PrintsASetOfItself {
    public static void main(String[] args) throws Exception {
        Set<Object> set = new HashSet<>();
        Set<Object> other = new HashSet<>();
        set.add(other);
        other.add(set);
        System.out.println(set.hashCode());
    }
}
