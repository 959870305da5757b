/** A light that goes from red to green to yellow forever. */
// In a fair run the light changes for ever.
//# holds: ltl = "[] <> green && [] <> red"; atoms = { green = "TrafficLight.colour == 1", red = "TrafficLight.colour == 0" }
// Without fairness the car alone may move.
//# fails: ltl = "[] <> green"; atoms = { green = "TrafficLight.colour == 1" }; fairness = "none"
// Who walks does so at red, before the light is green again.
//# holds: never = "TrafficLight.colour == 1 && TrafficLight.walk"
// Yellow comes between green and red.
//# holds: response = ["TrafficLight.colour == 2", "TrafficLight.colour == 0"]
//# holds: absence = "TrafficLight.colour == 0"; between = ["TrafficLight.colour == 1", "TrafficLight.colour == 2"]
// It does not stay red, yellow comes, and there is no fourth colour.
//# fails: ltl = "<> [] red"; atoms = { red = "TrafficLight.colour == 0" }
//# fails: universality = "TrafficLight.colour <= 1"
//# fails: existence = "TrafficLight.colour == 3"
public class TrafficLight {
    static volatile int colour;
    static volatile boolean walk;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                colour = 1;
                colour = 2;
                colour = 0;
                walk = true;
                walk = false;
            }
        }, "light").start();
        new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        }, "car").start();
    }
}
