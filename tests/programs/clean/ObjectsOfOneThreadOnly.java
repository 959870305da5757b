import java.util.ArrayList;
import java.util.List;

public class ObjectsOfOneThreadOnly {
    static int sum(int from) {
        List<int[]> boxes = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = from; i < from + 3; i++) {
            boxes.add(new int[] {i});
            text.append(boxes.get(boxes.size() - 1)[0]++);
        }
        return text.length() + boxes.size();
    }

    public static void main(String[] args) {
        new Thread(() -> sum(1)).start();
        new Thread(() -> sum(5)).start();
        assert sum(2) == 6;
    }
}
