//@ findings: 2
public class TwoFieldsTwoRaces {
    static int width;
    static int height;

    public static void main(String[] args) {
        new Thread(() -> {
            width = 1; //~ data-race "width"
            height = 1; //~ data-race "height"
        }).start();
        new Thread(() -> {
            width = 2;
            height = 2;
        }).start();
    }
}
