import java.util.HashSet;
import java.util.Set;

public class HashesABomb {
    public static void main(String[] args) throws Exception {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Set<Object> left = new HashSet<>();
            Set<Object> right = new HashSet<>();
            left.add("x");
            one.add(left);
            one.add(right);
            other.add(left);
            other.add(right);
            one = left;
            other = right;
        }
        System.out.println(root.hashCode());
    }
}
