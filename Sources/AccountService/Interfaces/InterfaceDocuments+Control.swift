// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.Control.xml`
    static let control = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.Control:
            @short_description: the device's settings, for the person at it and for tests

            Lives at /org/vsasim/SubscriberAccount1/Control and carries everything that vsactl does to the device. Callers in a sandbox
            (Flatpak, confined snaps), and those of whom that cannot be told because they have ended before they were looked at, get
            org.freedesktop.DBus.Error.AccessDenied. A reply to a write comes after its commit to the disk. Repeating a write is
            success and changes nothing.

            An app, provider or subscriber that does not exist, and an account when nobody is signed in, is
            org.vsasim.SubscriberAccount1.Control.Error.NotFound; a value that is not accepted is org.freedesktop.DBus.Error.InvalidArgs
            and the message names the field; a write that the disk refuses is org.freedesktop.DBus.Error.IOError, and nothing has
            changed.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Control">
            <annotation name="org.vsasim.ControlErrors" value="NotFound"/>

            <!--
              SetAccessStatus:
              @application: the app's identifier; it need not be known yet
              @status: not-determined, restricted, denied or granted

              Decides whether an app may read the account.
            -->
            <method name="SetAccessStatus">
              <arg name="application" type="s" direction="in"/>
              <arg name="status" type="s" direction="in"/>
            </method>

            <!--
              ResetAccess:
              @application: the app's identifier; empty for every app

              Makes an app's access not determined again.
            -->
            <method name="ResetAccess">
              <arg name="application" type="s" direction="in"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ListApplications:
              @applications: every app known, by identifier

              identified-by is flatpak, systemd-scope, registered or executable, and empty for an app that has never called.
            -->
            <method name="ListApplications">
              <arg name="applications" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="application-id:s access-status:s identified-by:s usage-description:s"/>
              </arg>
            </method>

            <!--
              SignIn:
              @provider: a provider's identifier, as ListProviders gives it
              @subscriber: a user name of that provider
              @options: expires-in, how long the authentication lives in seconds, 30 days unless given

              Signs the device in, in place of whoever was signed in before. No password is asked for. A provider that does not take
              part in the platform's single sign-on is remembered all the same, and answers UnsupportedProvider to apps, as on the device.
            -->
            <method name="SignIn">
              <arg name="provider" type="s" direction="in"/>
              <arg name="subscriber" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="expires-in:x"/>
              </arg>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              SignOut:
              @options: keep-access, whether the apps keep their access

              Removes the account. As on the device, every app's access is not determined afterwards unless keep-access is set.
            -->
            <method name="SignOut">
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="keep-access:b"/>
              </arg>
            </method>

            <!--
              GetAccount:
              @account: the account; empty when nobody is signed in

              remembered tells that nobody is signed in, but that the device remembers a provider which the platform cannot sign in to
              and which a person picked: then subscriber and authentication-expiration-date are absent.
            -->
            <method name="GetAccount">
              <arg name="account" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="account-provider-identifier:s signed-in-at:x remembered:b subscriber:s authentication-expiration-date:x"/>
              </arg>
            </method>

            <!--
              ExpireAccount:

              Ends the account's authentication now. The account stays, as on the device.
            -->
            <method name="ExpireAccount">
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ListProviders:
              @providers: every provider, in the order of the line-up, those of the developer settings first

              boarding-status is SUPPORTED, PICKER or none; line-up tells whether the device's picker has it in its region. developer
              tells whether it comes from the developer settings; only then there are authentication-url and requires-system-trust.
            -->
            <method name="ListProviders">
              <arg name="providers" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="provider-identifier:s name:s mvpd:s boarding-status:s line-up:b subscribers:as supported-authentication-schemes:as developer:b authentication-url:s requires-system-trust:b"/>
              </arg>
            </method>

            <!--
              GetProviderMetadata:
              @provider: a provider's identifier
              @metadata: the SAML EntityDescriptor of the provider, XML

              The public key with which the provider's responses verify. The key is made on first use and stays.
            -->
            <method name="GetProviderMetadata">
              <arg name="provider" type="s" direction="in"/>
              <arg name="metadata" type="s" direction="out"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              SetServiceMetadata:
              @metadata: the SAML EntityDescriptor of a service provider, XML

              From now on verification tokens that this service signed are accepted, and no others.
            -->
            <method name="SetServiceMetadata">
              <arg name="metadata" type="s" direction="in"/>
            </method>

            <!--
              GetServiceMetadata:
              @metadata: what SetServiceMetadata was given; empty when no service is trusted
            -->
            <method name="GetServiceMetadata">
              <arg name="metadata" type="s" direction="out"/>
            </method>

            <!--
              SetRegion:
              @region: an ISO 3166-1 alpha-2 code
            -->
            <method name="SetRegion">
              <arg name="region" type="s" direction="in"/>
            </method>

            <!--
              GetStatus:
              @status: what the daemon is and what it holds

              service-entity-id is empty when no service is trusted; unanswered is the policy of SetUnanswered.
            -->
            <method name="GetStatus">
              <arg name="status" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="version:s process-id:u region:s applications:u signed-in:b service-entity-id:s state-folder:s unanswered:s"/>
              </arg>
            </method>

            <!--
              Reset:
              @options: empty, whether to leave no provider at all

              Goes back to the baseline: the scenario that was loaded last; without one, or with empty: nobody signed in, no apps, none of their own accounts, no developer settings, no queued
              answers, no faults, unanswered prompts go to agents, the world's region, the clock as it was when vsad
              started. Keys, the trusted service, the journal and the registered
              agents stay.
            -->
            <method name="Reset">
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="empty:b"/>
              </arg>
            </method>

            <!--
              GetDeveloperSettings:
              @settings: the switches of the developer settings

              They are those of Settings > Developer > TV Provider on Apple's devices. simulate-expired-token: accounts at developer
              providers are read as long expired. request-timeouts-disabled: a provider may take longer than 60 seconds.
              set-top-box-mode: the provider set-top-box-provider stands on top of the picker. The others are kept and have no effect.
            -->
            <method name="GetDeveloperSettings">
              <arg name="settings" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="simulate-expired-token:b cache-buster:b request-timeouts-disabled:b set-top-box-mode:b set-top-box-provider:s set-top-box-bundle-identifier:s set-top-box-user-token:s set-top-box-uses-device-profile:b set-top-box-supports-opt-out:b"/>
              </arg>
            </method>

            <!--
              SetDeveloperSetting:
              @setting: a key of GetDeveloperSettings
              @value: its new value, of the type that it has there
            -->
            <method name="SetDeveloperSetting">
              <arg name="setting" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>

            <!--
              AddDeveloperProvider:
              @provider: provider-identifier, name and authentication-url are required

              Adds a provider to the device's line-up, in every region and before the catalogue; it takes the place of a catalogue
              provider with the same identifier. People see its name behind the sign 🚧. Every subscriber of the world can sign in to it,
              unless the world knows subscribers of its own for it. authentication-url is an http or https address, https when
              requires-system-trust is true; it is kept and never fetched. supported-authentication-schemes are SAML (the default)
              and API. A second provider of the same identifier is org.freedesktop.DBus.Error.InvalidArgs.
            -->
            <method name="AddDeveloperProvider">
              <arg name="provider" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="provider-identifier:s name:s authentication-url:s supported-authentication-schemes:as requires-system-trust:b"/>
              </arg>
            </method>

            <!--
              EditDeveloperProvider:
              @provider: the identifier of a developer provider
              @changes: the fields to change; the others stay
            -->
            <method name="EditDeveloperProvider">
              <arg name="provider" type="s" direction="in"/>
              <arg name="changes" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="provider-identifier:s name:s authentication-url:s supported-authentication-schemes:as requires-system-trust:b"/>
              </arg>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              RemoveDeveloperProvider:
              @provider: the identifier of a developer provider
            -->
            <method name="RemoveDeveloperProvider">
              <arg name="provider" type="s" direction="in"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ListJournal:
              @options: after, a number: only entries after that one, oldest first; limit, how many (100 unless given, at most 1000);
                        application-id: only entries of that app
              @entries: the entries in ascending order; without after the newest ones

              Every entry has its number, time and event; application-id and identified-by are empty when no app is concerned. A gap
              in the numbers is what a flood of calls pushed out before it was written. time is the device's, machine-time the
              machine's own in Unix microseconds, whatever is done to the device's clock. correlation-id is what the app gave with the
              call: a W3C trace identifier of 32 hexadecimal digits, the same that the service gets; else it is empty. documents says
              how many SAML messages GetJournalDocuments has for the entry.
            -->
            <method name="ListJournal">
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="after:x limit:u application-id:s"/>
              </arg>
              <arg name="entries" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="sequence:x time:x machine-time:x event:s application-id:s identified-by:s correlation-id:s details:a{sv} documents:u"/>
              </arg>
            </method>

            <!--
              GetJournalDocuments:
              @sequence: the number of an entry of the journal
              @documents: its SAML messages in their order. message: AuthnRequest or Response; direction: received or sent, seen from
                          the device; xml: the message, decoded

              An app's request brings the service's AuthnRequest, the provider's Response goes back; both are with the entry that tells
              the request's end (metadata.queried, request.completed, request.failed). They are as they went, with signature and
              certificate, so that they can be verified; vsactl masks them. They are kept in memory only, the newest in 1 MiB, and none
              of them survives a restart: then, and for a number that there is not, the list is empty.
            -->
            <method name="GetJournalDocuments">
              <arg name="sequence" type="x" direction="in"/>
              <arg name="documents" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="message:s direction:s xml:s"/>
              </arg>
            </method>

            <!--
              QueueAnswer:
              @answer: prompt is access, picker, sign-in or auto-sign-in; answer is granted, denied or dismiss to access and auto-sign-in,
                       PROVIDER-ID, other or cancel to picker, SUBSCRIBER, wrong-password or cancel to sign-in; application-id: only for
                       prompts of this app; provider: only for sign-in forms of this provider; delay in milliseconds, at most a day;
                       times, for how many prompts (1 unless given, 0 for all)
              @id: the number of the answer

              Answers the next prompt that fits, before any agent is asked. Answers are used in the order in which they were queued; at
              most 1024 wait. A prompt that waits because of SetUnanswered(hang) takes one at once.
            -->
            <method name="QueueAnswer">
              <arg name="answer" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="prompt:s answer:s application-id:s provider:s delay:x times:u"/>
              </arg>
              <arg name="id" type="u" direction="out"/>
            </method>

            <!--
              ListAnswers:
              @answers: the answers that are not used up, the oldest first; used says how many prompts they have answered
            -->
            <method name="ListAnswers">
              <arg name="answers" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="id:u prompt:s answer:s application-id:s provider:s delay:x times:u used:u"/>
              </arg>
            </method>

            <!--
              ClearAnswers:

              Forgets the queued answers. One that is being given, after its delay, is given.
            -->
            <method name="ClearAnswers"/>

            <!--
              SetUnanswered:
              @policy: agent: agents are asked (the default); dismiss: the prompt ends as if dismissed; hang: it waits for an answer

              What becomes of a prompt for which no answer is queued. Prompts that an agent has been asked stay with it.
            -->
            <method name="SetUnanswered">
              <arg name="policy" type="s" direction="in"/>
            </method>

            <!--
              ListAgents:
              @agents: the registered agents, the newest first; prompts counts those that it has been given and those that wait for it
            -->
            <method name="ListAgents">
              <arg name="agents" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="name:s sender:s path:o process-id:u prompts:u"/>
              </arg>
            </method>

            <!--
              ListRequests:
              @requests: the requests that are not finished, by app, those of an app in the order of its queue

              kind is access, metadata or auto-sign-in; stage is waiting (for the app's request before it), held (by a fault), asking (for
              an answer to its prompt), confirming (for the app's Confirm), storing or contacting (the provider); prompt is the kind of the open prompt
              and asked who is to answer it, as in the journal. prompt and asked are empty when there is none.
            -->
            <method name="ListRequests">
              <arg name="requests" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="request:o application-id:s identified-by:s kind:s stage:s prompt:s asked:s"/>
              </arg>
            </method>

            <!--
              AddFault:
              @fault: at, where it strikes, is required. id names it (made up unless given); application-id: only for this app. What goes
                      wrong is one of error, saml, hang and disconnect, or just delay; delay and jitter are in milliseconds, at most a
                      day each, and how much of the jitter is added is drawn for every call. after: how many calls are let through first;
                      times: how many are struck (0: all); from: in how many seconds it begins; for: how many seconds it lasts (0: ever)
              @id: its name

              From now on something goes wrong. Faults strike in the order in which they were added; the first one that is due strikes,
              and every one that fits counts the call. They are gone when they are cleared, when the device is reset, and when vsad ends;
              the scenario that is loaded has its own again after a reset, and in a new vsad.

              The points are vsa.any (every call of an app), vsa.register, vsa.access (CheckAccessStatus, RequestAccess), vsa.metadata
              (QueryMetadata, RequestMetadata), vsa.user-accounts (the interface UserAccounts), vsa.access-prompt, vsa.picker and
              vsa.sign-in (the questions, before anybody is asked), and vsa.saml (the provider's SAML response). One that does not exist is
              NotFound, and the message names the nearest.

              error is the name of an error of the interface for apps: a call fails with it, a request sends it with Failed. hang keeps the
              call, or the question, waiting until ReleaseFault, ClearFaults or Reset, or until the caller leaves the bus; a provider
              that hangs is given up after its time limit, as ever. disconnect drops a call as a daemon does that dies: the caller gets
              org.freedesktop.DBus.Error.NoReply, as the bus says then; a question ends as if nobody could be asked, and a provider is gone
              in the middle of its answer (ServiceTemporarilyUnavailable). saml, at vsa.saml only, is expired, not-yet-valid,
              wrong-audience, wrong-recipient, tampered, unsigned, untrusted-key, wrapped, malformed or missing-attributes: the response is
              made for real, and the service refuses it for that reason.
            -->
            <method name="AddFault">
              <arg name="fault" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="id:s at:s application-id:s error:s saml:s hang:b disconnect:b delay:x jitter:x after:u times:u from:x for:x"/>
              </arg>
              <arg name="id" type="s" direction="out"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ListFaults:
              @faults: the faults, the oldest first, as AddFault takes them

              seen counts the calls that a fault fits, struck those of them that it struck, waiting those that wait because of it.
              used-up: it will never strike again.
            -->
            <method name="ListFaults">
              <arg name="faults" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="id:s at:s application-id:s error:s saml:s hang:b disconnect:b delay:x jitter:x after:u times:u from:x for:x seen:u struck:u waiting:u used-up:b"/>
              </arg>
            </method>

            <!--
              ReleaseFault:
              @fault: the name of a fault, or a point
              @calls: how many calls went on

              Lets the calls go on that hang because of a fault, or at a point. The fault stays: it strikes the next call.
            -->
            <method name="ReleaseFault">
              <arg name="fault" type="s" direction="in"/>
              <arg name="calls" type="u" direction="out"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ClearFaults:
              @fault: the name of a fault; empty for all

              Removes faults. The calls that wait because of them go on.
            -->
            <method name="ClearFaults">
              <arg name="fault" type="s" direction="in"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              BeginLoad:

              Waits until nobody else loads, and gives the caller the turn to: until EndLoad, PrepareScenario, PrepareSnapshot, CommitScenario,
              RollBackScenario and Reset of all others wait. When the caller leaves the bus, or after 60 seconds, without EndLoad, all that
              it has swapped in meanwhile is taken back, and what it has prepared is forgotten. Beginning twice is fine. LimitsExceeded
              after 90 seconds of waiting. Without BeginLoad each of these calls waits for its turn by itself, and what it does is final.
            -->
            <method name="BeginLoad"/>

            <!--
              EndLoad:

              Ends what BeginLoad began: what was swapped in stays, and the next one has the turn. NotFound when the load was given up.
            -->
            <method name="EndLoad">
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              PrepareScenario:
              @document: a vsa-scenario/1 document, JSON, as docs/scenarios.md describes it
              @generation: its number

              Checks a scenario and keeps it ready, in the place of what was ready; nothing changes yet. The message of InvalidArgs names
              every mistake, one a line.
            -->
            <method name="PrepareScenario">
              <arg name="document" type="s" direction="in"/>
              <arg name="generation" type="t" direction="out"/>
            </method>

            <!--
              CommitScenario:
              @generation: what PrepareScenario or PrepareSnapshot gave last
              @previous: the generation before, 0 for none

              Swaps the scenario in, in one step: world, apps, account, region, answers, unanswered, faults of the device, developer
              settings, the device's clock. No call is answered from a mixture of before and after. Reset returns to the scenario from now
              on, also after a restart. Keys, the trusted service and the journal stay. A snapshot is swapped in likewise.
            -->
            <method name="CommitScenario">
              <arg name="generation" type="t" direction="in"/>
              <arg name="previous" type="t" direction="out"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              RollBackScenario:
              @generation: the scenario or snapshot that was swapped in last, or is prepared

              Makes everything as it was before, in one step.
            -->
            <method name="RollBackScenario">
              <arg name="generation" type="t" direction="in"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ExportScenario:
              @document: the device as it is now, as PrepareScenario takes it

              What scenarios say about the service is that of the scenario that was loaded last.
            -->
            <method name="ExportScenario">
              <arg name="document" type="s" direction="out"/>
            </method>

            <!--
              SaveSnapshot:
              @document: the device as it is now, as PrepareSnapshot takes it: a vsa-device-snapshot/1 document, JSON

              It holds secrets: the passwords of the world's subscribers, and tokens of apps. Keys, the trusted service, the journal, agents
              and open requests are not in it. One that no call could carry back is LimitsExceeded.
            -->
            <method name="SaveSnapshot">
              <arg name="document" type="s" direction="out"/>
            </method>

            <!--
              PrepareSnapshot:
              @document: what SaveSnapshot gave, of this version or an older one
              @generation: its number

              Checks a snapshot and keeps it ready for CommitScenario; nothing changes yet. The message of InvalidArgs names the first field
              that is wrong. Of a snapshot of another world, that world comes along and is what Reset returns to.
            -->
            <method name="PrepareSnapshot">
              <arg name="document" type="s" direction="in"/>
              <arg name="generation" type="t" direction="out"/>
            </method>

            <!--
              GetClock:
              @clock: the device's clock

              mode is real, offset or frozen; time is what it shows and machine-time the machine's, both in Unix milliseconds; offset is
              their difference; specification is what SetClock takes.
            -->
            <method name="GetClock">
              <arg name="clock" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="mode:s offset:x time:x machine-time:x specification:s"/>
              </arg>
            </method>

            <!--
              SetClock:
              @specification: real, offset:SECONDS or frozen:UNIX_SECONDS, with up to three decimal places

              Sets the device's clock, and with it every time that the device compares or signs. When the account's authentication has
              ended by then, AccountChanged is sent before the reply. The specification is also in the file vsasim/device-clock of
              $XDG_RUNTIME_DIR, where apps and tools read it. It outlives the daemon, unless the next one is started with another
              VSASIM_CLOCK.
            -->
            <method name="SetClock">
              <arg name="specification" type="s" direction="in"/>
            </method>

            <!--
              AdvanceClock:
              @milliseconds: how far; back when it is negative

              Moves the device's clock; one that stands still stands still there.
            -->
            <method name="AdvanceClock">
              <arg name="milliseconds" type="x" direction="in"/>
            </method>

            <!--
              MonitorJournal:
              @on: whether to begin or to end

              From now on the caller gets JournalAdded for every entry, until it says otherwise or leaves the bus. At most 64 connections
              monitor the journal (org.freedesktop.DBus.Error.LimitsExceeded).
            -->
            <method name="MonitorJournal">
              <arg name="on" type="b" direction="in"/>
            </method>

            <!--
              JournalAdded:
              @entry: a new entry of the journal, as ListJournal gives it

              Sent only to connections that have called MonitorJournal. In a flood of calls entries are left out, which their numbers tell.
            -->
            <signal name="JournalAdded">
              <arg name="entry" type="a{sv}">
                <annotation name="org.vsasim.Keys"
                            value="sequence:x time:x machine-time:x event:s application-id:s identified-by:s correlation-id:s details:a{sv} documents:u"/>
              </arg>
            </signal>
          </interface>
        </node>
        """#
}
