// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.Control.xml`
    static let control = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.Control:
            @short_description: the device's settings, for the user of the device and for tests

            Exported at /org/vsasim/SubscriberAccount1/Control. Covers everything that vsactl can do to the device. Callers in a
            sandbox (Flatpak, confined snaps) get org.freedesktop.DBus.Error.AccessDenied, and so do callers that exited before
            it could be determined whether they are in one. The reply to a write is sent after the write has been committed to
            disk. Repeating a write succeeds and changes nothing.

            A call for an app, provider or subscriber that does not exist, or for the account when no account is signed in,
            fails with org.vsasim.SubscriberAccount1.Control.Error.NotFound. A value that is not accepted fails with
            org.freedesktop.DBus.Error.InvalidArgs, and the message names the field. A write that fails on disk fails with
            org.freedesktop.DBus.Error.IOError and changes nothing.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Control">
            <annotation name="org.vsasim.ControlErrors" value="NotFound"/>

            <!--
              SetAccessStatus:
              @application: the app's identifier; the app need not be known yet
              @status: not-determined, restricted, denied or granted

              Sets whether an app may read the account.
            -->
            <method name="SetAccessStatus">
              <arg name="application" type="s" direction="in"/>
              <arg name="status" type="s" direction="in"/>
            </method>

            <!--
              ResetAccess:
              @application: the app's identifier; empty for every app

              Resets an app's access to not determined.
            -->
            <method name="ResetAccess">
              <arg name="application" type="s" direction="in"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ListApplications:
              @applications: every known app, sorted by identifier

              Returns the known apps. identified-by is flatpak, systemd-scope, registered or executable, or empty for an app
              that has never made a call.
            -->
            <method name="ListApplications">
              <arg name="applications" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="application-id:s access-status:s identified-by:s usage-description:s"/>
              </arg>
            </method>

            <!--
              SignIn:
              @provider: a provider's identifier, as returned by ListProviders
              @subscriber: a user name of that provider
              @options: expires-in is the lifetime of the authentication in seconds (default: 30 days)

              Signs the device in, replacing any account that was signed in before. No password is required. A provider that
              does not support the platform's single sign-on is remembered nevertheless, and apps get UnsupportedProvider, as on
              Apple's devices.
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
              @options: keep-access is whether apps keep their access

              Removes the account. As on Apple's devices, every app's access is then reset to not determined, unless keep-access
              is set.
            -->
            <method name="SignOut">
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="keep-access:b"/>
              </arg>
            </method>

            <!--
              GetAccount:
              @account: the account; empty if no account is signed in or remembered

              Returns the account. remembered is true if no account is signed in, but the device remembers a provider that the
              user chose and that the platform cannot sign in to; subscriber and authentication-expiration-date are then absent.
            -->
            <method name="GetAccount">
              <arg name="account" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="account-provider-identifier:s signed-in-at:x remembered:b subscriber:s authentication-expiration-date:x"/>
              </arg>
            </method>

            <!--
              ExpireAccount:

              Ends the account's authentication immediately. The account remains, as on Apple's devices.
            -->
            <method name="ExpireAccount">
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ListProviders:
              @providers: every provider, in the order of the line-up, with those of the developer settings first

              Returns the providers. boarding-status is SUPPORTED, PICKER or none; line-up is whether the device's picker lists
              the provider in the device's region. developer is whether the provider comes from the developer settings;
              authentication-url and requires-system-trust are present only then.
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

              Returns the provider's metadata with the public key that verifies its responses. The key is generated on first use
              and does not change.
            -->
            <method name="GetProviderMetadata">
              <arg name="provider" type="s" direction="in"/>
              <arg name="metadata" type="s" direction="out"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              SetServiceMetadata:
              @metadata: the SAML EntityDescriptor of a service provider, XML of at most 256 KiB

              Sets the trusted service. From then on, only verification tokens signed by this service are accepted.
            -->
            <method name="SetServiceMetadata">
              <arg name="metadata" type="s" direction="in"/>
            </method>

            <!--
              GetServiceMetadata:
              @metadata: the metadata given to SetServiceMetadata; empty if no service is trusted

              Returns the metadata of the trusted service.
            -->
            <method name="GetServiceMetadata">
              <arg name="metadata" type="s" direction="out"/>
            </method>

            <!--
              SetRegion:
              @region: an ISO 3166-1 alpha-2 code

              Sets the device's region.
            -->
            <method name="SetRegion">
              <arg name="region" type="s" direction="in"/>
            </method>

            <!--
              GetStatus:
              @status: information about the daemon and its state

              Returns the status of the daemon. service-entity-id is empty if no service is trusted; unanswered is the policy
              set with SetUnanswered.
            -->
            <method name="GetStatus">
              <arg name="status" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="version:s process-id:u region:s applications:u signed-in:b service-entity-id:s state-folder:s unanswered:s"/>
              </arg>
            </method>

            <!--
              Reset:
              @options: empty is whether to leave the device without any providers

              Resets the device to its baseline, which is the scenario that was loaded last. Without one, or with empty, the
              baseline is a device with no account signed in, no apps and no accounts of their own, no developer settings, no
              queued answers and no faults, where unanswered prompts go to agents, the region is that of the world, and the
              clock is as it was when vsad started. Keys, the trusted service, the journal and the registered agents are kept.
            -->
            <method name="Reset">
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="empty:b"/>
              </arg>
            </method>

            <!--
              GetDeveloperSettings:
              @settings: the developer settings

              Returns the developer settings, which are those of Settings > Developer > TV Provider on Apple's devices.
              simulate-expired-token: accounts of developer providers appear as having expired long ago.
              request-timeouts-disabled: a provider may take longer than 60 seconds. set-top-box-mode: the provider in
              set-top-box-provider is shown at the top of the picker. The other settings are stored and have no effect.
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
              @value: the new value, of the same type as in GetDeveloperSettings

              Sets a developer setting.
            -->
            <method name="SetDeveloperSetting">
              <arg name="setting" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>

            <!--
              AddDeveloperProvider:
              @provider: the provider; provider-identifier, name and authentication-url are required

              Adds a provider to the device's line-up, in every region and before the catalogue; it replaces a catalogue
              provider with the same identifier. The user sees its name prefixed with the symbol 🚧. Every subscriber of the
              world can sign in to it, unless the world has subscribers specifically for it. authentication-url is an http or
              https address, which must be https if requires-system-trust is true; it is stored and never fetched.
              supported-authentication-schemes can contain SAML (the default) and API. A different provider with the same
              identifier fails with org.freedesktop.DBus.Error.InvalidArgs; the same provider again is accepted.
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
              @changes: the fields to change; the others keep their values

              Changes a developer provider.
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

              Removes a developer provider.
            -->
            <method name="RemoveDeveloperProvider">
              <arg name="provider" type="s" direction="in"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ListJournal:
              @options: after is a sequence number: only entries after it are returned, oldest first; limit is the maximum
                number of entries (default: 100, at most 1000); application-id selects the entries of that app
              @entries: the entries in ascending order; without after, the newest ones

              Returns entries of the journal. Each entry has a sequence number, a time and an event; application-id and
              identified-by are empty if no app is involved. A gap in the sequence numbers means that entries were discarded in
              a flood of calls before they were written. time is the device's time; machine-time is the machine's own time in
              Unix microseconds, regardless of changes to the device's clock. correlation-id is the value that the app passed
              with the call: a W3C trace identifier of 32 hexadecimal digits, which the service also receives. It is empty if
              the app passed none. documents is the number of SAML messages that GetJournalDocuments returns for the entry.
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
              @sequence: the sequence number of a journal entry
              @documents: the SAML messages of the entry, in order. message is AuthnRequest or Response; direction is received
                or sent, from the point of view of the device; xml is the decoded message

              Returns the SAML messages of a journal entry. An app's request contains the service's AuthnRequest, and the
              provider's Response is sent back; both are stored with the entry that records the end of the request
              (metadata.queried, request.completed, request.failed). The messages are returned as they were sent, with signature
              and certificate, so that they can be verified; vsactl masks them. They are kept in memory only, the newest in 1
              MiB, and none of them survives a restart. If the messages are no longer available, or the sequence number does not
              exist, the list is empty.
            -->
            <method name="GetJournalDocuments">
              <arg name="sequence" type="x" direction="in"/>
              <arg name="documents" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="message:s direction:s xml:s"/>
              </arg>
            </method>

            <!--
              QueueAnswer:
              @answer: prompt is access, picker, sign-in or auto-sign-in; answer is granted, denied or dismiss for access and
                auto-sign-in, PROVIDER-ID, other or cancel for picker, SUBSCRIBER, wrong-password or cancel for sign-in;
                application-id restricts the answer to prompts of this app, and provider to sign-in forms of this provider;
                delay is in milliseconds, at most one day; times is the number of prompts to answer (default: 1; 0 for all)
              @id: the number of the answer

              Queues an answer to the next matching prompt, which is used before any agent is asked. Answers are used in the
              order in which they were queued; at most 1024 answers can be queued. A prompt that is waiting because of
              SetUnanswered(hang) takes a matching answer immediately.
            -->
            <method name="QueueAnswer">
              <arg name="answer" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="prompt:s answer:s application-id:s provider:s delay:x times:u"/>
              </arg>
              <arg name="id" type="u" direction="out"/>
            </method>

            <!--
              ListAnswers:
              @answers: the answers that are not used up, oldest first; used is the number of prompts that the answer has been
                used for

              Returns the queued answers.
            -->
            <method name="ListAnswers">
              <arg name="answers" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="id:u prompt:s answer:s application-id:s provider:s delay:x times:u used:u"/>
              </arg>
            </method>

            <!--
              ClearAnswers:

              Removes the queued answers. An answer that is already waiting for its delay to pass is still given.
            -->
            <method name="ClearAnswers"/>

            <!--
              SetUnanswered:
              @policy: agent (the default), which asks the agents; dismiss, which ends the prompt as if dismissed; or hang,
                which keeps it waiting for an answer

              Sets what happens to a prompt for which no answer is queued. Prompts that have already been sent to an agent stay
              with that agent.
            -->
            <method name="SetUnanswered">
              <arg name="policy" type="s" direction="in"/>
            </method>

            <!--
              ListAgents:
              @agents: the registered agents, newest first, and then the graphical agent if it is running; program is the executable
                of the agent's process, empty if it cannot be determined; prompts is the number of prompts that the agent has been
                given or that are waiting for it

              Returns the agents, the programs that get the prompts and with them the passwords that are typed.
            -->
            <method name="ListAgents">
              <arg name="agents" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="name:s sender:s path:o process-id:u program:s prompts:u"/>
              </arg>
            </method>

            <!--
              ListRequests:
              @requests: the requests that are not finished, grouped by app, those of an app in the order of its queue

              Returns the requests that are not finished. kind is access, metadata or auto-sign-in; stage is waiting (for an
              earlier request of the app), held (by a fault), asking (waiting for an answer to its prompt), confirming (waiting
              for the app to call Confirm), storing, or contacting (the provider); prompt is the kind of the open prompt, and
              asked is who is expected to answer it, as in the journal. prompt and asked are empty if no prompt is open.
            -->
            <method name="ListRequests">
              <arg name="requests" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="request:o application-id:s identified-by:s kind:s stage:s prompt:s asked:s"/>
              </arg>
            </method>

            <!--
              AddFault:
              @fault: at is the point where the fault takes effect (required); id is its name, at most 64 characters
                (generated if absent); application-id restricts it to this app. The effect is one of error, saml, hang and disconnect, or only a delay.
                delay and jitter are in milliseconds, at most one day each; a random part of the jitter is added for each call.
                after is the number of calls to let through first; times is the number of calls to affect (0: all); from is the
                number of seconds until the fault begins; for is the number of seconds that it lasts (0: no limit),
                at most a hundred years
              @id: the name of the fault

              Adds a fault, which disrupts matching calls from then on. Faults are tried in the order in which they were added;
              the first one that is due takes effect, and every fault that matches counts the call. Faults are removed when they
              are cleared, when the device is reset, and when vsad exits; those of the loaded scenario are added again after a
              reset and when vsad starts.

              The points are vsa.any (every call of an app), vsa.register, vsa.access (CheckAccessStatus, RequestAccess),
              vsa.metadata (QueryMetadata, RequestMetadata), vsa.user-accounts (the interface UserAccounts), vsa.access-prompt,
              vsa.picker and vsa.sign-in (the prompts, before they are presented), and vsa.saml (the provider's SAML response).
              Any other point fails with NotFound, and the message names the nearest match.

              error is the name of an error of the interface for apps: a call fails with it, and a request emits it with Failed.
              hang keeps the call or the prompt waiting until ReleaseFault, ClearFaults or Reset is called, or until the caller
              leaves the bus; a provider that hangs still times out as usual. disconnect drops a call as if the daemon had died:
              the caller gets org.freedesktop.DBus.Error.NoReply, as the bus sends in that case; a prompt ends as if no agent
              could be asked, and a provider disconnects in the middle of its response (ServiceTemporarilyUnavailable). saml,
              only at vsa.saml, is expired, not-yet-valid, wrong-audience, wrong-recipient, tampered, unsigned, untrusted-key,
              wrapped, malformed or missing-attributes: the device creates a real response with this defect, and the service
              rejects it for that reason.
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
              @faults: the faults, oldest first, in the form that AddFault accepts

              Returns the faults. seen is the number of calls that a fault matched, struck the number of those that it affected,
              and waiting the number of calls that are waiting because of it. used-up is whether it will never take effect
              again.
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
              @calls: the number of calls that were resumed

              Resumes the calls that hang because of a fault, or at a point. The fault remains in force and affects the next
              call.
            -->
            <method name="ReleaseFault">
              <arg name="fault" type="s" direction="in"/>
              <arg name="calls" type="u" direction="out"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              ClearFaults:
              @fault: the name of a fault; empty for all

              Removes faults. The calls that are waiting because of them are resumed.
            -->
            <method name="ClearFaults">
              <arg name="fault" type="s" direction="in"/>
              <annotation name="org.vsasim.ControlErrors" value="NotFound"/>
            </method>

            <!--
              Validate:
              @document: a vsa-scenario/1 document, JSON, as described in docs/scenarios.md, or a document returned by
                SaveSnapshot, of this version or an older one

              Checks a scenario or a snapshot; nothing changes. The message of InvalidArgs lists every mistake of a scenario, one
              per line, or names the first invalid field of a snapshot.
            -->
            <method name="Validate">
              <arg name="document" type="s" direction="in"/>
            </method>

            <!--
              Load:
              @document: as for Validate
              @before: the state of the device before, in the form that SaveSnapshot returns

              Checks a scenario or a snapshot and puts it into effect in a single step: world, apps, account, region, answers,
              unanswered, faults of the device, developer settings, and the device's clock. No call is answered from a mixture
              of the old and the new state. From then on, Reset returns to the scenario, even after a restart; a snapshot of
              another world includes that world, and Reset then returns to it. Keys, the trusted service and the journal are
              kept. Loading the returned document takes the load back.

              A program that loads into the device and its service owns the bus name org.vsasim.Loader1 meanwhile, as vsactl
              does; another one waits for the name, so that both daemons end up with the state of the last load.
            -->
            <method name="Load">
              <arg name="document" type="s" direction="in"/>
              <arg name="before" type="s" direction="out"/>
            </method>

            <!--
              ExportScenario:
              @document: the current state of the device, in the form that Load accepts

              Returns the current state of the device as a scenario. The parts that concern the service are those of the
              scenario that was loaded last.
            -->
            <method name="ExportScenario">
              <arg name="document" type="s" direction="out"/>
            </method>

            <!--
              SaveSnapshot:
              @document: the current state of the device, in the form that Load accepts: a vsa-device-snapshot/1 document, JSON

              Returns the current state of the device as a snapshot. The snapshot contains secrets: the passwords of the world's
              subscribers, and tokens of apps. It does not contain keys, the trusted service, the journal, agents or open
              requests. If it would be too large to be passed back in a call, the method fails with LimitsExceeded.
            -->
            <method name="SaveSnapshot">
              <arg name="document" type="s" direction="out"/>
            </method>

            <!--
              GetClock:
              @clock: the device's clock

              Returns the state of the device's clock. mode is real, offset or frozen; time is the time that the clock shows and
              machine-time is that of the machine, both in Unix milliseconds; offset is the difference between them;
              specification is in the form that SetClock accepts.
            -->
            <method name="GetClock">
              <arg name="clock" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="mode:s offset:x time:x machine-time:x specification:s"/>
              </arg>
            </method>

            <!--
              SetClock:
              @specification: real, offset:SECONDS or frozen:UNIX_SECONDS, with up to three decimal places

              Sets the device's clock, which is used for every time that the device compares or signs. If the account's
              authentication has expired at the new time, AccountChanged is emitted before the reply. The specification is also
              written to the file vsasim/device-clock in $XDG_RUNTIME_DIR, where apps and tools read it. It remains in effect
              when the daemon restarts, unless the daemon is started with a different VSASIM_CLOCK.
            -->
            <method name="SetClock">
              <arg name="specification" type="s" direction="in"/>
            </method>

            <!--
              AdvanceClock:
              @milliseconds: the amount; negative to move the clock back

              Moves the device's clock. A frozen clock stays frozen at the new time.
            -->
            <method name="AdvanceClock">
              <arg name="milliseconds" type="x" direction="in"/>
            </method>

            <!--
              MonitorJournal:
              @on: true to start monitoring, false to stop

              Starts or stops monitoring the journal. While monitoring, the caller gets JournalAdded for every entry, until it
              stops monitoring or leaves the bus. At most 64 connections can monitor the journal
              (org.freedesktop.DBus.Error.LimitsExceeded).
            -->
            <method name="MonitorJournal">
              <arg name="on" type="b" direction="in"/>
            </method>

            <!--
              JournalAdded:
              @entry: a new journal entry, in the form returned by ListJournal

              Emitted when an entry is added to the journal. Sent only to connections that have called MonitorJournal. In a
              flood of calls, entries are skipped, which leaves a gap in the sequence numbers.
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
