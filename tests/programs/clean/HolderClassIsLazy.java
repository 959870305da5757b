public class HolderClassIsLazy {
    static class Settings {
        int volume = 7;
    }

    static class Holder {
        static final Settings ONLY = new Settings();
    }

    static void use() {
        assert Holder.ONLY.volume == 7;
    }

    public static void main(String[] args) {
        new Thread(HolderClassIsLazy::use).start();
        use();
    }
}
