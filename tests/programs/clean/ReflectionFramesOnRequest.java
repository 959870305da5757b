//@ jdk: 11
// Frames of reflection are seen by who asks for them, and by nobody else. Those below `main` are not counted: a launcher may call it by reflection.
public class ReflectionFramesOnRequest {
    static long shown;
    static long hidden;

    public static void walk() {
        shown = count(StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES));
        hidden = count(StackWalker.getInstance());
    }

    static long count(StackWalker walker) {
        return walker.walk(frames -> frames
                .takeWhile(frame -> !frame.getMethodName().equals("main"))
                .filter(frame -> frame.getClassName().contains("reflect"))
                .count());
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        ReflectionFramesOnRequest.class.getMethod("walk").invoke(null);
        assert shown > 0;
        assert hidden == 0;
        shown = 0;
        walk();
        assert shown == 0;
    }
}
