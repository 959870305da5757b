// On another virtual machine it is another name.
public class NameOfTheVirtualMachine {
    //@ assumes: environment
    public static void main(String[] args) {
        assert !System.getProperty("java.vm.name").contains("OpenJ9");
    }
}
