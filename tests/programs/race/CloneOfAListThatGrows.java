import java.util.ArrayList;

public class CloneOfAListThatGrows {
    public static void main(String[] args) {
        ArrayList<String> names = new ArrayList<>();
        new Thread(() -> names.add("a")).start(); //~ data-race "ArrayList"
        String.valueOf(names.clone());
    }
}
