//@ jdk: 21
// A group holds its subgroups weakly: the collector may take this one away.
public class GroupIsDropped {
    //@ assumes: no-reference-clearing
    static void makeSubgroup(ThreadGroup group) {
        new ThreadGroup(group, "inner");
    }

    public static void main(String[] args) {
        ThreadGroup group = new ThreadGroup("outer");
        makeSubgroup(group);
        assert group.enumerate(new ThreadGroup[2]) == 1;
    }
}
