//@ verdict: incomplete
//@ reason: not modelled
public class OpensAWindow {
    public static void main(String[] args) throws Exception {
        javax.swing.SwingUtilities.invokeAndWait(() -> new javax.swing.JFrame("till").setVisible(true));
    }
}
