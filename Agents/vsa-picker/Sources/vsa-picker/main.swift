import CGtk
import DesktopViews
import PickerModel

Options.run { options in
    g_set_prgname(AgentInterface.busName)
    g_set_application_name("TV Provider")
    try Picker(options).run()
    return 0
}
